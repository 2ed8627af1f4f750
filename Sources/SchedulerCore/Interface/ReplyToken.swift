/// Names the call that a reply belongs to. The shell makes them; the core only hands them back.
public struct ReplyToken: Hashable, Sendable {
  /// Unique among the calls that wait for a reply.
  public var value: UInt64

  /// The token with this number.
  public init(_ value: UInt64) { self.value = value }
}
