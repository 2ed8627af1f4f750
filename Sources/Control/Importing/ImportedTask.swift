import ConfigurationFiles
import PlainText
import SystemdSyntax

/// A declared task's file (bgtask.task(5)) that does what another scheduler did.
struct ImportedTask {
  /// The file's name without `.task`, which is what the task is called.
  var name: String
  /// Where it comes from: a file with its line, or a unit.
  var source: String
  /// What stands there, line by line.
  var original: [String]
  /// What the section says, in order; values are as ``Words`` reads them where that counts.
  var keys: [(key: String, value: String)]
  /// What is not as it was, each a sentence without a full stop.
  var notes: [String] = []
  /// What to do so that the work is not done twice.
  var disabling: Disabling
  /// Only its owner could read where it comes from, and only the owner is to read this.
  var isPrivate = false

  /// Nothing else than dates decided about it before, and nothing ended it.
  static let commonKeys: [(key: String, value: String)] = [("RequiresIdle", "no"), ("RuntimeLimit", "24h")]

  /// What that comes to for a program which bgtaskd starts itself.
  static let differences = [
    "nothing ended its runs before, bgtaskd stops them after 24h",
    "it had its share of the machine, and gives way to other programs now: as a unit of systemd by its "
      + "weight, else with nice 10 and idle I/O",
  ]

  var fileName: String { "\(name).task" }

  /// The file's text.
  var text: String {
    var comments = ["From \(source), by bgtaskctl import:"] + original.map { "  \($0)" }
    comments += notes.map { "Not as it was: \($0)." }
    comments.append("So that it is not done twice: \(Disabling.texts([disabling])[0])")
    return comments.map { "# \(SafeText.inline($0))\n" }.joined()
      + "[Task]\n" + (keys + Self.commonKeys).map { "\($0.key)=\($0.value)\n" }.joined()
  }

  /// Checks that the file will be read as it is meant.
  /// - Throws: Which value a line cannot have.
  func check() throws(ImportError) {
    for (key, value) in keys {
      if let problem = Self.problem(inLine: value) { throw ImportError("\(key)=: \(problem)") }
    }
    // Whose task it is may be known on another machine only.
    var task = self
    task.keys.removeAll { $0.key == "User" }
    let file = UnitFile.parse(bytes: Array(task.text.utf8), name: fileName)
    var problems = file.problems
    _ = TaskFile.read(file, path: fileName, .system, &problems)
    if let problem = problems.first(where: { $0.severity == .error }) { throw ImportError(problem.text) }
  }

  /// What is wrong with a value that is to stand in a line of its own; nil for nothing.
  static func problem(inLine value: String) -> String? {
    if value.utf8.count > UnitFile.maximumLineBytes - 64 { return "is longer than a line of a file may be" }
    // The next line would be its own.
    if value.hasSuffix("\\") { return "ends in a backslash" }
    return SingleLine.problem(in: value).map { "has \($0)" }
  }
}

/// Why something cannot be carried over.
struct ImportError: Error {
  /// A sentence without a full stop.
  let text: String

  init(_ text: String) { self.text = text }
}
