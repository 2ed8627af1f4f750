/// The amounts and lengths of all measurements.
struct Plan {
  /// The number of rounds. Everything has a turn in each round, so that other work of the machine meets all
  /// alike and ratios hold: many short rounds rather than few long ones.
  var rounds = 15
  /// The length of one load's turn.
  var turnNSec: Int64 = 250_000_000
  /// The number of times that a round measures each latency, and each command.
  var samples = 4
  /// The numbers of tasks that wait where few do, and where many do: multiples of 100.
  var few = 1000
  var many = 1_000_000
  /// The number of submissions and explanations among them in a round. All rounds together explain no more
  /// than half of the few.
  var calls = 30
  /// The number of restarts of the daemon with many tasks.
  var restarts = 3
  /// The time until a daemon is at rest: the kernel's first report of pressure, which is none, comes 10 s
  /// after the start, memory of work is given back 5 s after it, and Dispatch keeps its threads for 5 s more.
  var settlingSeconds = 25
  /// The time for which an idle daemon is watched.
  var silenceSeconds = 5
  /// Whether a peer that is not installed, or a directory that is not on a disk, is an error.
  var isComplete = true

  /// A measurement of some minutes.
  static let usual = Plan()
  /// A check of a few seconds that everything works.
  static let quick = Plan(
    rounds: 1, turnNSec: 40_000_000, samples: 2, few: 100, many: 1000, calls: 5, restarts: 1,
    settlingSeconds: 0,
    silenceSeconds: 1, isComplete: false)
}
