#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts what arrives on a connection into messages: each ends in a NUL byte. Every byte is looked at once,
/// however small the pieces are in which it arrives.
package struct FrameDecoder: Sendable {
  /// The longest message that is accepted, in bytes, its NUL not counted.
  package let limit: Int

  private var buffer: [UInt8] = []
  /// Where the first message begins that was not taken yet.
  private var head = 0
  /// There is no NUL between `head` and this.
  private var searched = 0
  /// After the last NUL.
  private var tail = 0
  private var isTooLong = false

  /// A decoder that has seen nothing.
  package init(limit: Int = 1 << 20) { self.limit = limit }

  /// Whether the last message has begun and not ended. A daemon gives such a message a time limit.
  package var isHalfSent: Bool { isTooLong || tail < buffer.count }

  /// Whether ``next()`` has something to give: a message, or the error.
  package var hasNext: Bool { isTooLong || head < tail }

  /// How many bytes came that ``next()`` has not given yet.
  package var waitingBytes: Int { buffer.count - head }

  /// Takes what was read. After a message that is too long nothing more is kept.
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

  /// Takes what was read. After a message that is too long nothing more is kept.
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// The next whole message, without its NUL; nil when there is none yet.
  /// - Throws: ``FrameError`` when the next message is longer than ``limit``. The rest of the stream cannot
  ///   be understood then: answer, and close.
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
    return message
  }

  // The C library looks at many bytes at once, also where this module was compiled without optimization: of
  // all that a long answer costs its reader there, this was most.

  private static func firstNUL(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    return memchr(base + start, 0, bytes.count - start).map { UnsafeRawPointer($0) - base }
  }

  private static func lastNUL(in bytes: UnsafeRawBufferPointer) -> Int? {
    var last: Int?
    while let next = firstNUL(in: bytes, from: last.map { $0 + 1 } ?? 0) { last = next }
    return last
  }

  /// Lets go of what was taken. The buffer moves at most once for every time that it has doubled, and does
  /// not stay large after one large message.
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

/// Why a stream of messages cannot be cut any further.
package enum FrameError: Error, Hashable, Sendable {
  /// A message is longer than so many bytes.
  case messageTooLong(limit: Int)
}
