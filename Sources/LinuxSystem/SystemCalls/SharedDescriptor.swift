import Glibc

/// An open descriptor that several owners hold: an object and its Dispatch sources, which may need it for a
/// moment longer. It is closed when the last of them lets go, so no source ever watches a number that is
/// somebody else's.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  /// Takes over an open descriptor.
  package init(owning number: CInt) { descriptor = Descriptor(owning: number) }

  /// The number, valid for as long as this is held.
  package var number: CInt { descriptor.number }

  /// Makes reads and writes answer instead of waiting (O_NONBLOCK).
  /// - Throws: ``SystemError`` of fcntl(2).
  package func makeNonblocking() throws(SystemError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// One read(2) of at most `limit` bytes.
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
  /// The same object: others may be open to the same file.
  package static func == (left: SharedDescriptor, right: SharedDescriptor) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What one read of a nonblocking descriptor gave.
package enum ReadResult: Hashable, Sendable {
  /// At least one byte.
  case bytes([UInt8])
  /// The other side is gone or will send no more.
  case end
  /// There is nothing to read now.
  case nothingNow
}
