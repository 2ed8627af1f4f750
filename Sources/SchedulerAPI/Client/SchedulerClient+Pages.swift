/// What comes in pages, all of them put together.
extension SchedulerClient {
  /// Pending and running tasks, by name.
  package func tasks(identifierPrefix: String? = nil, allUsers: Bool? = nil) throws -> [Wire.Task] {
    var tasks: [Wire.Task] = []
    try list(identifierPrefix: identifierPrefix, allUsers: allUsers) { page in
      tasks += page.tasks
      return true
    }
    return tasks.sortedByName
  }

  /// Past and present runs, newest first.
  /// - Parameter limit: How many at most; nil is all that are kept.
  package func runs(
    identifier: String? = nil, limit: Int? = nil, allUsers: Bool? = nil
  ) throws -> [Wire.Run] {
    var runs: [Wire.Run] = []
    try history(identifier: identifier, limit: limit, allUsers: allUsers) { page in
      runs += page.runs
      return true
    }
    return runs
  }
}
