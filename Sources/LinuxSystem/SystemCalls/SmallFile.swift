import Glibc

/// Files that are read whole: those of `/proc` and `/sys`.
public enum SmallFile {
  /// The file's bytes, not more than `limit`.
  /// - Throws: ``SystemError`` of open(2) or read(2), with the path.
  public static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let file = Descriptor(
      owning: try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) })
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let step = min(limit - bytes.count, 16 * 1024)
      let answer: Result<Int, SystemError> = withUnsafeTemporaryAllocation(byteCount: step, alignment: 1) {
        space in
        Result { () throws(SystemError) in
          let count = try systemCall("read", path) { Glibc.read(file.number, space.baseAddress, step) }
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: space[..<count]))
          return count
        }
      }
      if try answer.get() == 0 { break }
    }
    return bytes
  }
}
