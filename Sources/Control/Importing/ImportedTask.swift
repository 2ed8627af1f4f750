import ConfigurationFiles
import PlainText
import SystemdSyntax

/// A declared task's file (bgtask.task(5)) for the work of another scheduler.
struct ImportedTask {
  /// The file's name without `.task`, which is the task's name.
  var name: String
  /// The origin: a file with its line, or a unit.
  var source: String
  /// The lines that the origin has.
  var original: [String]
  /// The section's keys and values in order. Values are quoted for ``Words`` where that counts.
  var keys: [(key: String, value: String)]
  /// The differences from before, each a sentence without a full stop.
  var notes: [String] = []
  /// The way to keep the work from being done twice.
  var disabling: Disabling
  /// Whether only the owner is to read the file, as only the owner may read its origin.
  var isPrivate = false

  /// The keys of every imported task: only dates decided about the work before, and no limit ended it.
  static let commonKeys: [(key: String, value: String)] = [("RequiresIdle", "no"), ("RuntimeLimit", "24h")]

  /// The differences from before for a program that bgtaskd starts itself.
  static let differences = [
    "nothing ended its runs before, bgtaskd stops them after 24h",
    "it had its share of the machine, and gives way to other programs now: as a unit of systemd by its "
      + "weight, else with nice 10 and idle I/O",
  ]

  var fileName: String { "\(name).task" }

  var text: String {
    var comments = ["From \(source), by bgtaskctl import:"] + original.map { "  \($0)" }
    comments += notes.map { "Different from before: \($0)." }
    comments.append("So that it is not done twice: \(Disabling.texts([disabling])[0])")
    return comments.map { "# \(SafeText.inline($0))\n" }.joined()
      + "[Task]\n" + (keys + Self.commonKeys).map { "\($0.key)=\($0.value)\n" }.joined()
  }

  /// Checks that the file will be read as intended.
  /// - Throws: The value that a line cannot have, or the first error in the file.
  func check() throws(ImportError) {
    for (key, value) in keys {
      if let problem = Self.problem(inLine: value) { throw ImportError("\(key)=: \(problem)") }
    }
    // The user may be known on another machine only.
    var task = self
    task.keys.removeAll { $0.key == "User" }
    let file = UnitFile.parse(bytes: Array(task.text.utf8), name: fileName)
    var problems = file.problems
    _ = TaskFile.read(file, path: fileName, .system, &problems)
    if let problem = problems.first(where: { $0.severity == .error }) { throw ImportError(problem.text) }
  }

  /// Returns the problem of a value that is to stand in one line, or nil when there is none.
  static func problem(inLine value: String) -> String? {
    if value.utf8.count > UnitFile.maximumLineBytes - 64 { return "is longer than a line of a file may be" }
    // The next line would be joined to it.
    if value.hasSuffix("\\") { return "ends in a backslash" }
    return SingleLine.problem(in: value).map { "has \($0)" }
  }
}

/// The reason why an entry or a unit cannot be carried over.
struct ImportError: Error {
  /// A sentence without a full stop.
  let text: String

  init(_ text: String) { self.text = text }
}
