package import SchedulerCore
package import SystemdSyntax

/// A declared task's file, `tasks.d/NAME.task`.
package enum TaskFile {
  /// Returns the declaration in a file, or `nil` when the file has an error. All problems are added to
  /// `problems`.
  /// - Parameter file: The file with its drop-ins.
  package static func read(
    _ file: UnitFile, path: String, _ owner: TaskOwner, _ problems: inout [SyntaxProblem]
  ) -> Declaration? {
    read(TaskFileSource(file: file, path: path), owner, &problems)
  }

  static func read(
    _ source: TaskFileSource, _ owner: TaskOwner, _ problems: inout [SyntaxProblem]
  ) -> Declaration? {
    let reading = TaskFileReading(source, owner: owner)
    problems += reading.problems.inOrderOfPlaces
    return reading.declaration
  }

  /// A file and the task that it declares; for a fleet, or else for this machine.
  typealias Declared = (source: TaskFileSource, declaration: Declaration, fleet: FleetDeclaration?)

  /// Chooses one file for each task: of several files that declare it, the file that is named after it, else
  /// the first by name. The choice depends neither on what was read before nor on the order of `files`.
  /// - Returns: The chosen files, in the order of their names, and the problems of the others.
  static func distinct(
    _ files: [Declared]
  ) -> (declared: [Declared], collisions: [(path: String, problem: SyntaxProblem)]) {
    let files = files.sorted { left, right in
      left.source.path.fileName.utf8.lexicographicallyPrecedes(right.source.path.fileName.utf8)
    }
    var holders: [TaskKey: Int] = [:]
    for (place, file) in files.enumerated() {
      let key = file.declaration.key
      if holders[key] == nil || file.source.defaultIdentifier == key.identifier { holders[key] = place }
    }
    var collisions: [(path: String, problem: SyntaxProblem)] = []
    var declared: [Declared] = []
    for (place, file) in files.enumerated() {
      if let holder = holders[file.declaration.key], holder != place {
        let line = file.source.file.assignment(TaskFileKeys.section, TaskFileKeys.identifier)
        let problem = collision(
          of: file.declaration.key.identifier, in: file.declaration.file, at: line.map { ($0.file, $0.line) },
          with: files[holder].source.path)
        collisions.append((file.source.path, problem))
      } else {
        declared.append(file)
      }
    }
    return (declared, collisions)
  }

  /// Returns the problem of a task that another file declares already.
  /// - Parameter line: The place of the identifier; `nil` where the file's name is the identifier.
  static func collision(
    of identifier: String, in file: String, at line: (file: String, number: Int)?, with other: String
  ) -> SyntaxProblem {
    let key = TaskFileKeys.identifier
    guard let line else {
      return SyntaxProblem(
        .error, file: file,
        text: "\(key)= is \(identifier), by the file's name, which \(other) declares already")
    }
    return SyntaxProblem(
      .error, file: line.file, line: line.number,
      text: "\(key)=: found \(identifier), which \(other) declares already")
  }
}
