import Glibc

/// An open descriptor that several owners share: an object and its Dispatch sources, which may need it for a
/// moment longer. The last release closes it, so no source ever watches a number that was reused.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  /// Takes over an open descriptor.
  package init(owning number: CInt) { descriptor = Descriptor(owning: number) }

  /// The number, valid for as long as this object lives.
  package var number: CInt { descriptor.number }

  /// Makes reads and writes answer instead of waiting (O_NONBLOCK).
  /// - Throws: ``SystemError`` of fcntl(2).
  package func makeNonblocking() throws(SystemError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Reads at most `limit` bytes with one read(2).
  /// - Throws: ``SystemError`` of read(2), but not for a descriptor that has nothing now.
  package func read(atMost limit: Int) throws(SystemError) -> ReadResult {
    let answer: Result<ReadResult, SystemError> = withUnsafeTemporaryAllocation(
      byteCount: limit, alignment: 1
    ) {
      space in
      do throws(SystemError) {
        guard
          let count = try systemCallUnlessBlocked(
            "read", nil, { Glibc.read(number, space.baseAddress, limit) })
        else { return .success(.nothingNow) }
        guard count > 0 else { return .success(.end) }
        return .success(.bytes([UInt8](UnsafeRawBufferPointer(rebasing: space[..<count]))))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }
}

extension SharedDescriptor: Hashable {
  /// Whether both are the same object: others may be open to the same file.
  package static func == (left: SharedDescriptor, right: SharedDescriptor) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The result of one read of a nonblocking descriptor.
package enum ReadResult: Hashable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  /// The other side is gone or will send no more.
  case end
  /// No bytes are there now.
  case nothingNow
}
