/// Names a connection of a caller. The shell numbers them in the order in which they come, and uses no number
/// again.
public struct ConnectionID: Hashable, Comparable, Sendable {
  /// The number.
  public var value: UInt64

  /// The connection with this number.
  public init(_ value: UInt64) { self.value = value }

  /// Older first.
  public static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.value < right.value }
}
