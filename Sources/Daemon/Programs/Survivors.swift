import SchedulerCore

/// What has become of the runs that were under way when the last daemon ended.
struct Survivors {
  /// Their programs are at work.
  var running: Set<RunID> = []
  /// Their programs came to their ends, and this is how.
  var ended: [RunID: ProgramEnd] = [:]
  /// Nothing is known of them.
  var missing: [RunID] = []
  /// Those of them of which that means nothing, because nobody knows whose unit to ask for, and why.
  var unidentified: [RunID: String] = [:]
}
