import ConditionSyntax
import SchedulerCore

/// What all tasks of a row of the table ask for. The nth task of many is the same in every table.
struct Wish: Sendable {
  let name: String
  /// What differs from the daemon's defaults when so many tasks ask for it.
  var configuration: @Sendable (inout SchedulerConfiguration, _ count: Int) -> Void = { _, _ in }
  /// The owner of the nth task.
  var owner: @Sendable (_ number: Int) -> UInt32 = { _ in 1000 }
  /// Comes before the first task.
  var preparation: [Event] = []
  /// So many seconds after everything is there that it asks of the machine, it may start.
  var ripensAfter = 0.0
  /// How the run ends that has this number among the attempts.
  var exit: @Sendable (_ attempt: Int) -> Exit = { _ in .status(0) }
  /// A task is dropped when it has not begun in time, so it may end without a run.
  var mayBeMissed = false
  /// Each task has a lease that is over after so many seconds.
  var leaseSeconds: Double?
  /// Tasks ask for so little that there may be very many.
  var isSimple = false
  /// What the nth task asks for.
  let request: @Sendable (_ number: Int) throws -> TaskRequest

  /// What the nth task is called.
  static func identifier(_ number: Int) -> String { "org.example.t\(number)" }

  /// Each task has a user of its own.
  static let eachTheirOwn: @Sendable (Int) -> UInt32 = { 1000 + UInt32($0) }
}
