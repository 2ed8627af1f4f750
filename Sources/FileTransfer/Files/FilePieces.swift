import Glibc
import LinuxSystem
import SchedulerAPI

/// Reads files that are too large to be held, in pieces.
enum FilePieces {
  private static let pieceBytes = 128 << 10

  /// Reads a file from its beginning and gives the pieces to `take`, which may end it by an error.
  /// - Throws: A problem when the file cannot be read, or has less bytes.
  static func read(
    _ file: borrowing Descriptor, upTo end: Int64, named name: String,
    _ take: (UnsafeRawBufferPointer) throws(TransferReport.Problem) -> Void
  ) throws(TransferReport.Problem) {
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
    defer { space.deallocate() }
    var position: Int64 = 0
    while position < end {
      let wanted = Int(min(end - position, Int64(space.count)))
      let count = pread(file.number, space.baseAddress, wanted, off_t(position))
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        let words = count < 0 ? SystemError(call: "read").text : "the file has become shorter"
        throw TransferReport.Problem(count < 0 ? .unreadable : .changed, "\(name) cannot be read: \(words)")
      }
      try take(UnsafeRawBufferPointer(rebasing: space[..<count]))
      position += Int64(count)
    }
  }
}
