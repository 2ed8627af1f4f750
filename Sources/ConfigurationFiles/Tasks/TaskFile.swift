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
  static func collision(_ declaration: Declaration, with other: String) -> SyntaxProblem {
    SyntaxProblem(
      .error, file: declaration.file,
      text: "Identifier= is \(declaration.request.identifier), which \(other) declares already")
  }
}
