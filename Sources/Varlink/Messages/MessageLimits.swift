/// What is accepted from the other end of a connection.
package struct MessageLimits: Hashable, Sendable {
  /// What is nested deeper is read by nobody: readers call themselves for each level.
  package static let deepest = 512

  /// The longest message, in bytes.
  package var messageBytes: Int
  /// How deep objects and arrays may lie in each other, the message itself included. No more than
  /// ``deepest``.
  package var nesting: Int
  /// How many calls of one connection may wait for their reply.
  package var callsInFlight: Int

  /// Limits. What is not given is the default: 1 MiB, 32 levels, 256 calls.
  package init(messageBytes: Int = 1 << 20, nesting: Int = 32, callsInFlight: Int = 256) {
    self.messageBytes = messageBytes
    self.nesting = min(nesting, Self.deepest)
    self.callsInFlight = callsInFlight
  }
}
