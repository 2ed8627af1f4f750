import PlainText
import SchedulerAPI
package import SystemdSyntax

/// An instance of a template: `backup@home` of `backup@.task`.
package struct TaskInstance: Hashable, Sendable {
  /// The text before the `@`.
  package let prefix: String
  /// The text behind the `@`.
  package let name: String

  /// Reads the name of an instance; `nil` when it has no `@`, or nothing behind the `@`.
  /// - Throws: An error that says what is wrong with the name, with a valid example.
  package init?(_ text: String) throws(SyntaxError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    try Self.check(prefix: parts[0])
    guard parts[1].isPlainName, text.isName else {
      throw Self.error(parts[1], "is no name of an instance", example: "home")
    }
    (prefix, name) = (parts[0], parts[1])
  }

  /// Creates the sample with which a template is checked.
  init(sampleOf prefix: String) { (self.prefix, name) = (prefix, "instance") }

  /// The task's identifier when its template has none.
  package var identifier: String { "\(prefix)@\(name)" }
  /// The name of the template's file.
  package var template: String { Self.template(prefix) }

  /// Returns the name of the file of a template with this prefix.
  static func template(_ prefix: String) -> String { "\(prefix)@.task" }

  /// The values of the specifiers. `%I` is a path that was written with hyphens, as systemd-escape(1) writes
  /// it, whose other escapes no name has.
  private var specifiers: Specifiers {
    Specifiers([
      ("i", name), ("I", name.replacingParts("-", with: "/")), ("p", prefix), ("n", identifier),
    ])
  }

  /// Returns the file with its specifiers expanded.
  /// - Parameter isTemplate: Whether the file makes other instances, so an identifier has to name this one.
  func expand(_ file: UnitFile, isTemplate: Bool) -> UnitFile {
    var expanded = file.expanding(specifiers, in: TaskFileKeys.section)
    if isTemplate, let line = file.assignment(TaskFileKeys.section, TaskFileKeys.identifier),
      !specifiers.areUsed(["i", "n"], in: line.value)
    {
      expanded.problems.append(
        line.problem(
          .error,
          "found \(line.value), which would be the name of each instance; allowed is a name with %i in it"))
    }
    return expanded
  }

  static func check(prefix: String) throws(SyntaxError) {
    guard prefix.isPlainName else {
      throw error(prefix, "is no name of a template", example: "backup")
    }
  }

  /// Returns the error about a name, with an example in which the invalid characters are replaced.
  private static func error(_ name: String, _ problem: String, example: String) -> SyntaxError {
    let mended = String(name.prefix(64).map { String($0).isPlainName || $0 == "-" || $0 == "." ? $0 : "_" })
    return SyntaxError(
      found: name, problem: problem, allowed: "\(IdentifierRule.name), 255 characters with both and the @",
      example: mended.isPlainName && mended != name ? mended : example)
  }
}

/// The role of a task's file by its name.
enum TaskFileRole {
  /// A plain task without a template.
  case task
  /// A template of instances, which declares nothing itself.
  case template(prefix: String)
  case instance(TaskInstance)

  /// - Parameter fileName: The file's name; without `.task` at its end it is a plain task's.
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
