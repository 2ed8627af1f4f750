/// Names a connection of a caller. The shell numbers them in the order in which they come, and uses no number
/// again.
package struct ConnectionID: Hashable, Comparable, Sendable {
  /// The number.
  package var value: UInt64

  /// The connection with this number.
  package init(_ value: UInt64) { self.value = value }

  /// Older first.
  package static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.value < right.value }
}
