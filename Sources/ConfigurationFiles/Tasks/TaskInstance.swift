import SchedulerAPI
package import SystemdSyntax

/// One of the tasks that a template is for: `backup@home` of `backup@.task`.
package struct TaskInstance: Hashable, Sendable {
  /// What stands before the `@`.
  package let prefix: String
  /// What stands behind it.
  package let name: String

  /// An instance by what is written for it; nil for what has no `@` in it, or nothing behind it.
  /// - Throws: An error that says what of the name is wrong, and another name.
  package init?(_ text: String) throws(SyntaxError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    try Self.check(prefix: parts[0])
    guard parts[1].isPlainName, text.isName else {
      throw Self.error(parts[1], "is no name of an instance", example: "home")
    }
    (prefix, name) = (parts[0], parts[1])
  }

  /// The one that a template is looked at with.
  init(sampleOf prefix: String) { (self.prefix, name) = (prefix, "instance") }

  /// What it is called where its template does not say so.
  package var identifier: String { "\(prefix)@\(name)" }
  /// The name of its template's file.
  package var template: String { Self.template(prefix) }

  /// The name of the file of a template that is called so.
  static func template(_ prefix: String) -> String { "\(prefix)@.task" }

  /// What `%` and a letter stand for. `%I` is a path that was written with hyphens, as
  /// systemd-escape(1) writes it; of its other escapes a name has none.
  private var specifiers: Specifiers {
    Specifiers([
      ("i", name), ("I", name.replacing("-", with: "/")), ("p", prefix), ("n", identifier),
    ])
  }

  /// The file with what the specifiers stand for.
  /// - Parameter isTemplate: Other instances are made of it as well, so an identifier has to name this one.
  func expand(_ file: UnitFile, isTemplate: Bool) -> UnitFile {
    var expanded = file.expanding(specifiers, in: TaskFileKeys.section)
    if isTemplate, let line = file.assignment(TaskFileKeys.section, TaskFileKeys.identifier),
      !specifiers.areUsed(["i", "n"], in: line.value)
    {
      expanded.problems.append(
        line.problem(
          .error,
          "found \(line.value), which each instance would be called; allowed is a name with %i in it"))
    }
    return expanded
  }

  static func check(prefix: String) throws(SyntaxError) {
    guard prefix.isPlainName else {
      throw error(prefix, "is no name of a template", example: "backup")
    }
  }

  /// With the name that it would be with other characters in it.
  private static func error(_ name: String, _ problem: String, example: String) -> SyntaxError {
    let mended = String(name.prefix(64).map { String($0).isPlainName || $0 == "-" || $0 == "." ? $0 : "_" })
    return SyntaxError(
      found: name, problem: problem, allowed: "\(IdentifierRule.name), 255 characters with both and the @",
      example: mended.isPlainName && mended != name ? mended : example)
  }
}

/// What a file among tasks is by its name.
enum TaskFileRole {
  /// A task of its own.
  case task
  /// What instances are made of. It declares nothing by itself.
  case template(prefix: String)
  case instance(TaskInstance)

  /// - Parameter fileName: With `.task` at its end; else it is a task of its own.
  init(fileName: String) throws(SyntaxError) {
    guard fileName.hasSuffix(Self.suffix) else {
      self = .task
      return
    }
    let name = String(fileName.dropLast(Self.suffix.count))
    if let instance = try TaskInstance(name) {
      self = .instance(instance)
    } else if name.hasSuffix("@") {
      let prefix = String(name.dropLast())
      try TaskInstance.check(prefix: prefix)
      self = .template(prefix: prefix)
    } else {
      self = .task
    }
  }

  static let suffix = ".task"
}
