/// The result of a load's turn.
struct Turn {
  var operations: Int
  var nanoseconds: Int64
  /// The server's processor time for it, of all its threads; `nil` where there is no server.
  var serverNanoseconds: Int64?

  /// The operations in a second.
  var perSecond: Double { Double(operations) * 1e9 / Double(max(nanoseconds, 1)) }

  /// The server's processor time for one operation, in microseconds.
  var serverUSec: Double? { serverNanoseconds.map { Double($0) / 1000 / Double(max(operations, 1)) } }
}
