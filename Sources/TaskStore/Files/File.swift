import Glibc

/// An open file, which is closed with this value.
struct File: ~Copyable {
  let path: String
  let descriptor: CInt

  /// Opens the file; only its owner may use a new one.
  init(opening path: String, flags: CInt) throws(StoreError) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(call: "open", path: path) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Waits until the disk has the file (fsync(2)).
  func synchronize() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw StoreError(call: "fsync", path: path) }
  }

  /// Reads from the place where the last reading ended.
  /// - Returns: At most `count` bytes; none at the end.
  func read(atMost count: Int) throws(StoreError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      repeat { result = Glibc.read(descriptor, space.baseAddress, count) } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
    guard result >= 0 else { throw StoreError(call: "read", path: path) }
    return bytes
  }

  /// Writes all of the bytes at this place.
  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, offset + done)
      }
      guard count > 0 || (count < 0 && errno == EINTR) else { throw StoreError(call: "pwrite", path: path) }
      done += max(count, 0)
    }
  }

  /// Makes a durable copy, in place of a file of that name.
  func copy(to target: String) throws(StoreError) {
    let copy = try File(opening: target, flags: O_WRONLY | O_CREAT | O_TRUNC)
    var offset = 0
    while true {
      let bytes = try read(atMost: 1 << 18)
      if bytes.isEmpty { break }
      try copy.write(bytes, at: offset)
      offset += bytes.count
    }
    try copy.synchronize()
  }
}
