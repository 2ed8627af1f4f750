/// Names the call that a reply belongs to. The shell makes them; the core only hands them back.
package struct ReplyToken: Hashable, Sendable {
  /// Unique among the calls that wait for a reply.
  package var value: UInt64

  /// The token with this number.
  package init(_ value: UInt64) { self.value = value }
}
