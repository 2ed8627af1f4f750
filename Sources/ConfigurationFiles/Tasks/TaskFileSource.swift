import LinuxSystem
import SystemdSyntax

/// The file of a task, merged with its drop-ins, with its specifiers expanded.
struct TaskFileSource {
  var file: UnitFile
  /// The path of the task's own file; an instance's text may be in another one.
  let path: String
  /// The instance that the file declares; `nil` for a plain task.
  var instance: TaskInstance?
  /// The name of the template that has the text; `nil` when the file itself has it.
  var template: String?
  /// The lines with specifiers, in a template that is checked without an instance. Their values are not
  /// known, so errors in them do not count.
  var openLines: Set<Place> = []

  /// A line of a file.
  struct Place: Hashable {
    var file: String
    var line: Int
  }

  /// The task's identifier when its file has none.
  var defaultIdentifier: String {
    let name = path.fileName
    let suffix = TaskFileRole.suffix
    return instance?.identifier ?? String(name.dropLast(name.hasSuffix(suffix) ? suffix.count : 0))
  }
}

extension TaskFileSource {
  /// Creates the source of a template, or of a drop-in of one, as a sample instance.
  init(sampleOf prefix: String, _ file: UnitFile, path: String, isTemplate: Bool) {
    let lines = file.section(TaskFileKeys.section)?.assignments.filter { $0.value.contains("%") } ?? []
    let sample = TaskInstance(sampleOf: prefix)
    self.init(
      file: sample.expand(file, isTemplate: isTemplate), path: path, instance: sample,
      openLines: Set(lines.map { Place(file: $0.file, line: $0.line) }))
  }

  /// Whether a problem counts: not when it follows from a value that only an instance has.
  func isKnown(_ problem: SyntaxProblem) -> Bool {
    guard let line = problem.line, openLines.contains(Place(file: problem.file, line: line)) else {
      return true
    }
    return file.problems.contains(problem)
  }
}
