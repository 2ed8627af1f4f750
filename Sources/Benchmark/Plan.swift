/// How much is measured, and for how long.
struct Plan {
  /// Everything has a turn in each round, so that what else the machine does meets all alike, and ratios
  /// hold: many short ones rather than few long ones.
  var rounds = 15
  /// How long a turn of one load is.
  var turnNSec: Int64 = 250_000_000
  /// How often a round takes the time from a date to a program, and that of a command.
  var samples = 4
  /// How many tasks wait where few do, and where many do: multiples of 100.
  var few = 1000
  var many = 1_000_000
  /// How often a round submits and explains among them. All rounds together explain no more than half of the
  /// few.
  var calls = 30
  /// How often the daemon is started again with many tasks.
  var restarts = 3
  /// The kernel's first word of pressure, which is none, comes 10 s after the start; what work has needed is
  /// given back 5 s after it, and Dispatch keeps its threads for 5 s more. That is no rest yet.
  var settlingSeconds = 25
  /// For how long an idle daemon is looked at.
  var silenceSeconds = 5
  /// Whether it is an error that a peer is not installed, or that the disk is none.
  var isComplete = true

  /// Some minutes.
  static let usual = Plan()
  /// A few seconds, to see that it works.
  static let quick = Plan(
    rounds: 1, turnNSec: 40_000_000, samples: 2, few: 100, many: 1000, calls: 5, restarts: 1,
    settlingSeconds: 0,
    silenceSeconds: 1, isComplete: false)
}
