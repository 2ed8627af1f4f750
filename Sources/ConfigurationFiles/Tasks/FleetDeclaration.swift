package import SchedulerAPI
package import SystemdSyntax

/// A task that a file declares for a fleet (`Fleet=`). No daemon runs it: `bgtaskctl fleet apply` hands it to
/// the fleet's database.
package struct FleetDeclaration: Hashable, Sendable {
  /// The path of the file that declares it.
  package let file: String
  /// The request, as a machine gets it.
  package let request: Wire.TaskRequest
  /// The way in which the work is spread over the machines.
  package let placement: FleetPlacement
  /// The lines of the file's keys.
  let lines: [String: Line]

  /// A line of the file or one of its drop-ins.
  struct Line: Hashable, Sendable {
    let file: String
    let number: Int
  }

  /// Returns the problem of a task that the database has refused, at the line that causes it; `nil` for a
  /// refusal that is not about what the file says.
  /// - Parameter message: The database's words, which begin with the field: `group: found …`.
  package func problem(refusedWith message: String) -> SyntaxProblem? {
    let parts = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let field = parts[0].split(separator: ".").first.map(String.init) ?? ""
    guard parts.count == 2, let key = Self.keys[field] else { return nil }
    let line = lines[key]
    return SyntaxProblem(
      .error, file: line?.file ?? file, line: line?.number, text: "\(key)=:\(parts[1])")
  }

  /// The name of the file, by which the database keeps its task.
  package var fileName: String { file.fileName }

  /// Returns the problem of a nightly task whose dates have all passed; `nil` for another task.
  /// - Parameter nowUSec: The present date in microseconds since the Unix epoch.
  package func problemOfDates(nowUSec: Int64) -> SyntaxProblem? {
    guard let problem = placement.problemOfDates(nowUSec: nowUSec) else { return nil }
    let (key, line) = (TaskFileKeys.calendar, lines[TaskFileKeys.calendar])
    return SyntaxProblem(.error, file: line?.file ?? file, line: line?.number, text: "\(key)=: \(problem)")
  }

  /// Returns the problem of a task that another file has declared before.
  package func problem(declaredBy other: String) -> SyntaxProblem {
    TaskFile.collision(
      of: request.identifier, in: file,
      at: lines[TaskFileKeys.identifier].map { ($0.file, $0.number) }, with: other)
  }

  /// The keys that the fields of the database's function come from.
  private static let keys = [
    "atMost": FleetKeys.atMost, "attempts": FleetKeys.attempts, "calendar": TaskFileKeys.calendar,
    "deadlineUSec": "Deadline", "group": FleetKeys.group, "identifier": TaskFileKeys.identifier,
    "mode": FleetKeys.mode, "notBeforeUSec": "EarliestBegin", "request": TaskFileKeys.command,
    "requirements": "When",
  ]
}

/// The tasks that files declare for a fleet.
package struct LoadedFleetTasks: Sendable {
  /// The tasks without errors, in the order of the files' names.
  package var declarations: [FleetDeclaration] = []
  /// Warnings and errors of files with `Fleet=`, and of files and directories that cannot be read.
  package var problems: [SyntaxProblem] = []
}

extension ConfigurationLoader {
  /// Reads the declared tasks alone, as ``load()`` does.
  package func tasks() -> LoadedTasks {
    TaskFileLoader(directories: taskPlaces, owner: taskOwner).load()
  }

  /// Reads one file of a task with its drop-ins.
  package func tasks(in file: String) -> LoadedTasks { taskLoader(of: file).load([file]) }
}
