import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

/// An application's manifest, `applications.d/NAME.conf`.
package struct Manifest: Equatable, Sendable {
  /// The way to start the application's program.
  package enum Start: Equatable, Sendable {
    /// `Exec=`: the program's absolute path and its arguments.
    case program([String])
    /// `Unit=`: a unit of the service manager.
    case unit(String)
  }

  /// The path of the manifest's file.
  package var path: String
  /// `Name=`; the default is the file's name.
  package var name: String
  /// The identifiers of `PermittedIdentifiers=` (R3).
  package var permittedIdentifiers: [IdentifierPattern]
  /// `Kinds=`; the default is all kinds.
  package var kinds: [Kind]
  /// The way to start the program; `nil` when bgtaskd never starts it.
  package var start: Start?

  /// The file's name. A manifest in a higher directory replaces those of this name in lower ones.
  var fileName: String { path.fileName }

  /// The application as the core sees it.
  package var application: Application {
    var application = Application(
      name: name, permittedIdentifiers: permittedIdentifiers, kinds: kinds, isStartable: start != nil)
    if case .unit(let unit) = start { application.unit = unit }
    return application
  }

  /// Reads a manifest; `nil` when it has an error, which is added to `problems` like its warnings.
  package init?(_ file: UnitFile, path: String, _ problems: inout [SyntaxProblem]) {
    var found = file.problems + file.unknownNames(allowed: [(Self.section, Self.keys)])
    self.path = path
    name = Self.defaultName(path)
    permittedIdentifiers = []
    kinds = Kind.allCases
    do throws(SyntaxProblem) {
      if let assignment = file.assignment(Self.section, "Name") { name = try assignment.applicationName() }
      permittedIdentifiers = try Self.patterns(file, path, &found)
      kinds = try Self.kinds(file)
      start = try Self.start(file)
    } catch {
      found.append(error)
    }
    problems += found
    guard !found.contains(where: { $0.severity == .error }) else { return nil }
  }

  /// Returns the problem of a second manifest for one application.
  static func collision(_ manifest: Manifest, with other: String) -> SyntaxProblem {
    SyntaxProblem(
      .error, file: manifest.path, text: "\(other) is the manifest of \(manifest.name) already")
  }

  static let section = "Application"
  /// Every key of a manifest.
  static let keys = ["Name", "PermittedIdentifiers", "Exec", "Unit", "Kinds"]

  private static func defaultName(_ path: String) -> String {
    String(path.fileName.dropLast(".conf".count))
  }

  private static func patterns(
    _ file: UnitFile, _ path: String, _ problems: inout [SyntaxProblem]
  ) throws(SyntaxProblem) -> [IdentifierPattern] {
    var patterns: [IdentifierPattern] = []
    for assignment in file.assignments(section, "PermittedIdentifiers") {
      for word in try assignment.words() {
        let fixed = word.hasSuffix(".*") ? String(word.dropLast(2)) : word
        if !fixed.isName {
          // A task of an earlier version may have such a name and wait for its application.
          problems.append(
            assignment.problem(
              IdentifierRule.mayBeKnown(fixed) ? .warning : .error,
              "found \(word), \(String.nameRule), and '.*' at the end"))
        }
        patterns.append(IdentifierPattern(word))
      }
    }
    guard !patterns.isEmpty else {
      throw SyntaxProblem(
        .error, file: path,
        text:
          "PermittedIdentifiers= in [\(section)] is missing: "
          + "it names the tasks that the application may submit"
      )
    }
    return patterns
  }

  private static func kinds(_ file: UnitFile) throws(SyntaxProblem) -> [Kind] {
    let assignments = file.assignments(section, "Kinds")
    var kinds: [Kind] = []
    for assignment in assignments { kinds += try assignment.kinds() }
    return assignments.isEmpty ? Kind.allCases : kinds
  }

  private static func start(_ file: UnitFile) throws(SyntaxProblem) -> Start? {
    let unit = file.assignment(section, "Unit")
    guard let program = file.assignment(section, "Exec") else { return unit.map { .unit($0.value) } }
    if let unit { throw unit.problem(.error, "found together with Exec=, allowed is one of the two") }
    let words = try program.words()
    guard words.first?.utf8.first == UInt8(ascii: "/") else {
      throw program.problem(
        .error, "found \(program.value), allowed is a program's absolute path with arguments")
    }
    return .program(words)
  }
}

extension Assignment {
  fileprivate func applicationName() throws(SyntaxProblem) -> String {
    guard value.isPlainName else {
      throw problem(
        .error, "found \(value), \(String.plainNameRule)")
    }
    return value
  }
}
