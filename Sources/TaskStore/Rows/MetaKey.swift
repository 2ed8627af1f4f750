/// What the table `meta` holds. The numbers are the rows' keys in the file.
enum MetaKey: Int64, CaseIterable {
  /// The smallest number that no task has had.
  case nextTaskID = 1
  /// Which boot of the machine the store was last used in.
  case bootID = 2
  /// Written to find out whether the disk takes anything.
  case probe = 3
  /// Ends of runs of which not all that comes after them was told.
  case serving = 4
  /// Tasks that are deleted and whose rows are there still (``LeftTasks/text``).
  case deletedTasks = 5

  /// For people who look at the file.
  var name: String {
    switch self {
    case .nextTaskID: "next task id"
    case .bootID: "boot id"
    case .probe: "probe"
    case .serving: "ends to be told"
    case .deletedTasks: "deleted tasks"
    }
  }
}
