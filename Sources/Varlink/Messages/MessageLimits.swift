/// The limits on messages from the other end of a connection.
package struct MessageLimits: Hashable, Sendable {
  /// The deepest nesting that any reader accepts: readers call themselves for each level.
  package static let deepest = 512

  /// The longest message, in bytes.
  package var messageBytes: Int
  /// The deepest nesting of objects and arrays, the message itself included; at most ``deepest``.
  package var nesting: Int
  /// The number of calls of one connection that may wait for their reply.
  package var callsInFlight: Int
  /// Whether no more elements of a call's list are made than its bound allows.
  package var cutsLists: Bool

  /// Creates limits. The defaults are 1 MiB, 32 levels and 256 calls.
  package init(
    messageBytes: Int = 1 << 20, nesting: Int = 32, callsInFlight: Int = 256,
    cutsLists: Bool = true
  ) {
    self.messageBytes = messageBytes
    self.nesting = min(nesting, Self.deepest)
    self.callsInFlight = callsInFlight
    self.cutsLists = cutsLists
  }
}
