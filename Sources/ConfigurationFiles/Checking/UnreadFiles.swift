import PlainText
import SystemdSyntax

/// The files beside those that the daemon reads: what lies in a directory of bgtaskd's under a name that it
/// passes over. `run-parts` and cron pass over such files in silence, and the work is never done.
struct UnreadFiles {
  /// The names of files that belong there, and of directories of drop-ins.
  enum Kind {
    case tasks
    case manifests
    case rules

    fileprivate var suffix: String { self == .tasks ? TaskFileRole.suffix : ".conf" }

    fileprivate var form: String {
      switch self {
      case .tasks: "a task's file is called NAME.task"
      case .manifests: "a manifest is called NAME.conf"
      case .rules: "a file of rules is called NAME.conf"
      }
    }
  }

  /// Ends of names that editors and packagers give to what is not to be read.
  private static let leftOverSuffixes = [
    "~", ".bak", ".orig", ".swp", ".disabled", ".rpmnew", ".rpmsave", ".rpmorig",
  ]

  private(set) var warnings: [SyntaxProblem] = []

  /// Looks for files in these directories that no daemon reads.
  mutating func look(in directories: [String], for kind: Kind) {
    let listed = directories.map(list)
    let names = Set(listed.flatMap(\.names))
    for directory in listed {
      for name in directory.names.sorted() where !Self.isLeftOver(name) && !name.hasSuffix(kind.suffix) {
        let path = "\(directory.path)/\(name)"
        if kind == .tasks, name.hasSuffix("\(kind.suffix).d") {
          lookAtDropIns(path, of: String(name.dropLast(2)), among: names)
        } else {
          warn(path, kind.form)
        }
      }
    }
  }

  private mutating func lookAtDropIns(_ path: String, of task: String, among names: Set<String>) {
    var owners = [task]
    if case .instance(let instance)? = try? TaskFileRole(fileName: task) { owners.append(instance.template) }
    if !owners.contains(where: names.contains) { warn(path, "there is no \(task) for these drop-ins") }
    for name in list(path).names.sorted() where !Self.isLeftOver(name) && !name.hasSuffix(".conf") {
      warn("\(path)/\(name)", "a drop-in is called NAME.conf")
    }
  }

  private mutating func warn(_ path: String, _ reason: String) {
    warnings.append(SyntaxProblem(.warning, file: path, text: "is not read: \(reason)"))
  }

  /// Directories that cannot be read are problems of the daemon's own reading.
  private func list(_ path: String) -> DropIns.Directory {
    var told: [SyntaxProblem] = []
    return FileReading.list(path, &told)
  }

  private static func isLeftOver(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("README") || name.hasPart(".dpkg-")
      || leftOverSuffixes.contains { name.hasSuffix($0) }
  }
}
