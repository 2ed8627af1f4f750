package import SchedulerCore
package import SystemdSyntax

/// A declared task's file, `tasks.d/NAME.task`.
package enum TaskFile {
  /// What the file declares; nil when something in it is an error. Everything that is wrong is among the
  /// problems then.
  /// - Parameter file: The file with its drop-ins.
  package static func read(
    _ file: UnitFile, path: String, _ owner: TaskOwner, _ problems: inout [SyntaxProblem]
  ) -> Declaration? {
    read(TaskFileSource(file: file, path: path), owner, &problems)
  }

  static func read(
    _ source: TaskFileSource, _ owner: TaskOwner, _ problems: inout [SyntaxProblem]
  ) -> Declaration? {
    var reading = TaskFileReading(source, owner: owner)
    let declaration = reading.declaration()
    problems += reading.problems[...].inOrderOfPlaces
    return reading.problems.hasErrors ? nil : declaration
  }

  /// Two files declare one task.
  static func collision(
    _ declaration: Declaration, of source: TaskFileSource, with other: String
  ) -> SyntaxProblem {
    let identifier = declaration.request.identifier
    guard let line = source.file.assignment(TaskFileKeys.section, TaskFileKeys.identifier) else {
      return SyntaxProblem(
        .error, file: declaration.file,
        text: "Identifier= is \(identifier), by the file's name, which \(other) declares already")
    }
    return line.problem(.error, "found \(identifier), which \(other) declares already")
  }
}
