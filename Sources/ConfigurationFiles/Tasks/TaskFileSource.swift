import LinuxSystem
import SystemdSyntax

/// A file among tasks with its drop-ins, and with what its specifiers stand for.
struct TaskFileSource {
  var file: UnitFile
  /// The one that counts as its own; an instance's text may stand in another one.
  let path: String
  /// What the file is an instance of; nil for a task of its own.
  var instance: TaskInstance?
  /// The name of the template that the text stands in; nil where it stands in the file itself.
  var template: String?
  /// Which lines have specifiers in a template that is looked at without an instance: what they come to is
  /// not known, so nothing that is wrong with it counts.
  var openLines: Set<Place> = []

  /// A line of a file.
  struct Place: Hashable {
    var file: String
    var line: Int
  }

  /// What the task is called when its file does not say so.
  var defaultIdentifier: String {
    let name = path.fileName
    let suffix = TaskFileRole.suffix
    return instance?.identifier ?? String(name.dropLast(name.hasSuffix(suffix) ? suffix.count : 0))
  }
}

extension TaskFileSource {
  /// A template, or a drop-in of one, as an instance of it would be read.
  init(sampleOf prefix: String, _ file: UnitFile, path: String, isTemplate: Bool) {
    let lines = file.section(TaskFileKeys.section)?.assignments.filter { $0.value.contains("%") } ?? []
    let sample = TaskInstance(sampleOf: prefix)
    self.init(
      file: sample.expand(file, isTemplate: isTemplate), path: path, instance: sample,
      openLines: Set(lines.map { Place(file: $0.file, line: $0.line) }))
  }

  /// What is wrong with a line, unless it follows from what only an instance knows.
  func isKnown(_ problem: SyntaxProblem) -> Bool {
    guard let line = problem.line, openLines.contains(Place(file: problem.file, line: line)) else {
      return true
    }
    return file.problems.contains(problem)
  }
}
