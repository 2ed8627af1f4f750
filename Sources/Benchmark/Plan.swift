/// How much is measured, and for how long.
struct Plan: Hashable {
  /// Loads take turns, so that what else the machine does meets them alike, and ratios hold.
  var turns = 4
  /// How long a turn of one load is, in microseconds.
  var turnUSec: Int64 = 400_000
  /// How often the time from a date to a running program is taken.
  var latencySamples = 25
  /// How many tasks wait while an idle daemon is looked at; a multiple of 1000.
  var waitingTasks = 10_000
  /// Dispatch keeps its threads for 5 s in case there is more to do. That is no rest yet.
  var settlingSeconds = 6
  /// For how long an idle daemon is looked at.
  var silenceSeconds = 5

  /// Half a minute.
  static let usual = Plan()
  /// A few seconds, to see that it works.
  static let quick = Plan(
    turns: 1, turnUSec: 50_000, latencySamples: 3, waitingTasks: 1000, settlingSeconds: 0, silenceSeconds: 1)
}
