/// Calls that come in pages, with all pages in one list.
extension SchedulerClient {
  /// Returns the pending and running tasks, by user and name.
  package func tasks(identifierPrefix: String? = nil, allUsers: Bool? = nil) throws -> [Wire.Task] {
    var tasks: [Wire.Task] = []
    try list(identifierPrefix: identifierPrefix, allUsers: allUsers) { page in
      tasks += page.tasks
      return true
    }
    return tasks.sortedByName
  }

  /// Returns past and present runs, newest first.
  /// - Parameter limit: The most runs; `nil` is all that are kept.
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
