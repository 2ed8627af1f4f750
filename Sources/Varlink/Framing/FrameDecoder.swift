#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A decoder that splits the bytes of a connection into messages, each of which ends in a NUL byte. No byte
/// is searched again when more bytes arrive, however small the pieces are.
package struct FrameDecoder: Sendable {
  /// The longest message that is accepted, in bytes, its NUL not counted.
  package let limit: Int

  private var buffer: [UInt8] = []
  /// The index where the first message begins that was not taken yet.
  private var head = 0
  /// The end of the bytes after `head` that hold no NUL.
  private var searched = 0
  /// The index after the last NUL.
  private var tail = 0
  private var isTooLong = false

  /// Creates a decoder that has seen no bytes.
  package init(limit: Int = 1 << 20) { self.limit = limit }

  /// Whether the last message has begun and not ended. A daemon gives such a message a time limit.
  package var isHalfSent: Bool { isTooLong || tail < buffer.count }

  /// The bytes of the last message when it has begun and not ended.
  package var halfSentBytes: Int { buffer.count - tail }

  /// Whether ``next()`` returns a message or throws.
  package var hasNext: Bool { isTooLong || head < tail }

  /// The number of bytes that arrived and that ``next()`` has not returned yet.
  package var waitingBytes: Int { buffer.count - head }

  /// Appends bytes that were read. After a message that is too long, no more bytes are kept.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !isTooLong, !bytes.isEmpty else { return }
    compact()
    if let last = Self.lastNUL(in: bytes) { tail = buffer.count + last + 1 }
    buffer.append(contentsOf: bytes)
    if buffer.count - tail > limit {
      isTooLong = true
      buffer.removeSubrange(tail...)
      searched = min(searched, tail)
    }
  }

  /// Appends bytes that were read. After a message that is too long, no more bytes are kept.
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Returns the next whole message, without its NUL, or `nil` when there is none yet.
  /// - Throws: ``FrameError`` when the next message is longer than ``limit``. The rest of the stream cannot
  ///   be decoded then: answer, and close the connection.
  package mutating func next() throws(FrameError) -> [UInt8]? {
    guard let end = buffer.withUnsafeBytes({ Self.firstNUL(in: $0, from: searched) }) else {
      searched = buffer.count
      if isTooLong { throw .messageTooLong(limit: limit) }
      return nil
    }
    guard end - head <= limit else {
      isTooLong = true
      searched = head
      throw .messageTooLong(limit: limit)
    }
    let message = Array(buffer[head..<end])
    head = end + 1
    searched = head
    // A connection that waits holds no long buffer.
    if head == buffer.count { compact() }
    return message
  }

  // memchr(3) searches many bytes at once, also where this module is compiled without optimization. A loop in
  // Swift took most of the time that such a build needs to read a long reply.

  private static func firstNUL(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    return memchr(base + start, 0, bytes.count - start).map { UnsafeRawPointer($0) - base }
  }

  private static func lastNUL(in bytes: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    while let next = firstNUL(in: bytes, from: last.map { $0 + 1 } ?? 0) { last = next }
    return last
  }

  /// Removes the bytes that were taken. The rest moves at most once each time the buffer has doubled. A large
  /// buffer is freed as soon as it is empty.
  private mutating func compact() {
    if head == buffer.count {
      if buffer.capacity > 1 << 16 { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
    } else if head > buffer.count / 2 {
      buffer.removeSubrange(..<head)
    } else {
      return
    }
    searched -= head
    tail -= head
    head = 0
  }
}

/// A reason why a stream cannot be split into messages any further.
package enum FrameError: Error, Hashable, Sendable {
  /// A message is longer than `limit` bytes.
  case messageTooLong(limit: Int)
}
