import Glibc
import LinuxSystem

/// Reads lines of bytes from a descriptor, each of bounded length.
struct LineReader: ~Copyable {
  private let descriptor: Descriptor
  private let maximumLineBytes: Int
  private var buffer: [UInt8] = []
  private var head = 0
  private var isAtEnd = false
  /// The number of bytes in the lines that were returned, their newlines included.
  private(set) var bytesTaken: Int64 = 0

  init(_ descriptor: consuming Descriptor, maximumLineBytes: Int) {
    self.descriptor = descriptor
    self.maximumLineBytes = maximumLineBytes
  }

  /// The size of a regular file; nil for another descriptor.
  var totalBytes: Int64? {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Returns the next line without its newline, or nil at the end. A line that is too long is returned as its
  /// beginning, longer than the limit, and nothing can be read after it.
  mutating func next() throws(SystemError) -> ArraySlice<UInt8>? {
    var searched = head
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) { return take(end, skipping: 1) }
      searched = buffer.count
      if buffer.count - head > maximumLineBytes { return take(buffer.count, skipping: 0) }
      if isAtEnd { return head < buffer.count ? take(buffer.count, skipping: 0) : nil }
      searched -= head
      buffer.removeSubrange(..<head)
      head = 0
      try fill()
    }
  }

  private mutating func take(_ end: Int, skipping count: Int) -> ArraySlice<UInt8> {
    let line = buffer[head..<end]
    bytesTaken += Int64(end - head + count)
    head = end + count
    return line
  }

  private mutating func fill() throws(SystemError) {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: 1 << 16))
    let count: Int
    do throws(SystemError) {
      count = try systemCall("read") {
        buffer.withUnsafeMutableBytes { space in
          read(descriptor.number, space.baseAddress.map { $0 + start }, space.count - start)
        }
      }
    } catch {
      buffer.removeSubrange(start...)
      throw error
    }
    buffer.removeSubrange((start + count)...)
    if count == 0 { isAtEnd = true }
  }
}
