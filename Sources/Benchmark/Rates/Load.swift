import LinuxSystem

/// An operation that is repeated, to measure how often it can be done in a second.
protocol Load {
  /// Repeats the operation for about this long.
  mutating func run(forNSec length: Int64) throws -> Turn
}

/// The result of a load's turn.
struct Turn {
  var operations: Int
  var nanoseconds: Int64
  /// The server's processor time for it, of all its threads; `nil` where there is no server.
  var serverNanoseconds: Int64?

  var perSecond: Double { Double(operations) * 1e9 / Double(max(nanoseconds, 1)) }

  /// The server's processor time for one operation, in microseconds.
  var serverUSec: Double? { serverNanoseconds.map { Double($0) / 1000 / Double(max(operations, 1)) } }

  /// Repeats an operation of this process for about this long.
  static func repeating(forNSec length: Int64, _ body: () throws -> Void) throws -> Turn {
    let began = SystemClock.monotonicUSec
    var turn = Turn(operations: 0, nanoseconds: 0)
    while turn.nanoseconds < length {
      try body()
      turn.operations += 1
      turn.nanoseconds = (SystemClock.monotonicUSec - began) * 1000
    }
    return turn
  }
}
