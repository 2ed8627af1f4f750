/// What is accepted from the other end of a connection.
public struct MessageLimits: Hashable, Sendable {
  /// The longest message, in bytes.
  public var messageBytes: Int
  /// How deep objects and arrays may lie in each other, the message itself included. No more than 512, which
  /// is what the JSON decoder takes.
  public var nesting: Int
  /// How many calls of one connection may wait for their reply.
  public var callsInFlight: Int

  /// Limits. What is not given is the default: 1 MiB, 32 levels, 256 calls.
  public init(messageBytes: Int = 1 << 20, nesting: Int = 32, callsInFlight: Int = 256) {
    self.messageBytes = messageBytes
    self.nesting = min(nesting, 512)
    self.callsInFlight = callsInFlight
  }
}
