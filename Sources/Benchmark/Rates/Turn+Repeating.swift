import LinuxSystem

extension Turn {
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
