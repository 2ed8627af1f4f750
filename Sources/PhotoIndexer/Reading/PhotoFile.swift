import Glibc

/// An open file that may be a photo. Opening it never waits, follows no link, and reading it never wants more
/// memory than the piece that is asked for.
final class PhotoFile: PhotoBytes {
  /// What it was like when it was opened.
  let stamp: FileStamp
  private let descriptor: CInt

  /// A file of this size is no photo, and would take the time of many.
  static let sizeLimit = 1 << 30

  var count: Int { Int(stamp.size) }

  /// Opens a file; nil when it is gone.
  init?(_ path: String) throws(PhotoProblem) {
    // A pipe without a writer must not be waited for, and a link could lead anywhere.
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw Self.problem(opening: path, code)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw PhotoProblem(.unreadable, "it cannot be looked at: \(String(cString: strerror(errno)))")
    }
    stamp = FileStamp(status)
    if let problem = FileStamp.problem(of: status) { throw problem }
    guard status.st_size <= Self.sizeLimit else {
      throw PhotoProblem(.tooLarge, "it has \(status.st_size) bytes, which no photo has")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func problem(opening path: String, _ code: CInt) -> PhotoProblem {
    var status = stat()
    // Sockets cannot be opened, nor can links with O_NOFOLLOW: say what it is rather than what went wrong.
    if lstat(path, &status) == 0, let problem = FileStamp.problem(of: status) { return problem }
    return PhotoProblem(.unreadable, "it cannot be opened: \(String(cString: strerror(code)))")
  }

  func read(_ count: Int, at offset: Int) throws(PhotoProblem) -> [UInt8] {
    var failure: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let result = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      initialized = max(result, 0)
      failure = result < 0 ? errno : 0
    }
    guard failure == 0 else { throw Self.failed(failure) }
    return bytes
  }

  /// How much of a long file is hashed before it is asked whether to stop: a second's work on a slow disk.
  private static let patience = 64 << 20

  /// The hash of all bytes; nil when it was told to stop.
  func hash(shouldStop: () -> Bool) throws(PhotoProblem) -> ContentHash? {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    var hash = ContentHash()
    var offset = 0
    while offset < count {
      if offset > 0, offset % Self.patience == 0, shouldStop() { return nil }
      let result = read(
        into: UnsafeMutableRawBufferPointer(rebasing: piece[..<min(piece.count, count - offset)]), at: offset)
      guard result >= 0 else { throw Self.failed(errno) }
      guard result > 0 else { throw PhotoProblem(.truncated, "it became shorter while it was read") }
      hash.append(UnsafeRawBufferPointer(rebasing: piece[..<result]))
      offset += result
    }
    return hash
  }

  private static func failed(_ code: CInt) -> PhotoProblem {
    PhotoProblem(.unreadable, "it cannot be read: \(String(cString: strerror(code)))")
  }

  /// Fills the buffer as far as there is something; negative for an error, with errno.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var done = 0
    while done < buffer.count {
      let result = pread(
        descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
      if result < 0 && errno == EINTR { continue }
      if result < 0 { return result }
      if result == 0 { break }
      done += result
    }
    return done
  }
}
