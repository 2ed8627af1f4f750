/// The facts in the table `meta`. The numbers are the rows' keys in the file.
enum MetaKey: Int64, CaseIterable {
  /// The next task's number: no task has had it or a larger one.
  case nextTaskID = 1
  /// The ID of the machine's boot in which the store was last used.
  case bootID = 2
  /// The value that is written to find out whether the disk takes anything.
  case probe = 3
  /// The ends of runs that an earlier daemon had still to tell (``PastEnd``).
  case pastEnds = 4
  /// The deleted tasks whose rows still exist (``LeftTasks/text``).
  case deletedTasks = 5

  /// The fact's name, for people who look at the file.
  var name: String {
    switch self {
    case .nextTaskID: "next task id"
    case .bootID: "boot id"
    case .probe: "probe"
    case .pastEnds: "ends to be told"
    case .deletedTasks: "deleted tasks"
    }
  }
}
