/// What came of a load's turn.
struct Turn {
  var operations: Int
  var nanoseconds: Int64
  /// How long the server was computing for it, with all its threads; nil where there is no server.
  var serverNanoseconds: Int64?

  /// Operations a second.
  var perSecond: Double { Double(operations) * 1e9 / Double(max(nanoseconds, 1)) }

  /// What one operation took of the server, in microseconds.
  var serverUSec: Double? { serverNanoseconds.map { Double($0) / 1000 / Double(max(operations, 1)) } }
}
