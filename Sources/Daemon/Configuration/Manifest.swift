import SchedulerCore
import SystemdSyntax

/// An application's manifest, `applications.d/NAME.conf`.
struct Manifest: Equatable {
  /// How to start the application's program.
  enum Start: Equatable {
    /// `Exec=`: the program's absolute path and its arguments.
    case program([String])
    /// `Unit=`: a unit of the service manager.
    case unit(String)
  }

  /// Where it was read.
  var path: String
  /// `Name=`; the file's name if it is not given.
  var name: String
  /// `PermittedIdentifiers=` (R3).
  var permittedIdentifiers: [IdentifierPattern]
  /// `Kinds=`; all if it is not given.
  var kinds: [Kind]
  /// nil for an application that is always started by others.
  var start: Start?

  /// What the core needs of it.
  var application: Application {
    Application(
      name: name, permittedIdentifiers: permittedIdentifiers, kinds: kinds, isStartable: start != nil)
  }

  /// Reads a manifest; nil when something in it is an error, which is among the problems then.
  init?(_ file: UnitFile, path: String, _ problems: inout [SyntaxProblem]) {
    var found = file.problems + file.unknownNames(allowed: [(Self.section, Self.keys)])
    self.path = path
    name = Self.defaultName(path)
    permittedIdentifiers = []
    kinds = Kind.allCases
    do throws(SyntaxProblem) {
      if let assignment = file.assignment(Self.section, "Name") { name = try assignment.applicationName() }
      permittedIdentifiers = try Self.patterns(file, path)
      kinds = try Self.kinds(file)
      start = try Self.start(file)
    } catch {
      found.append(error)
    }
    problems += found
    guard !found.contains(where: { $0.severity == .error }) else { return nil }
  }

  private static let section = "Application"
  /// Every key of a manifest.
  static let keys = ["Name", "PermittedIdentifiers", "Exec", "Unit", "Kinds"]

  private static func defaultName(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(".conf".count))
  }

  private static func patterns(_ file: UnitFile, _ path: String) throws(SyntaxProblem) -> [IdentifierPattern]
  {
    var patterns: [IdentifierPattern] = []
    for assignment in file.assignments(section, "PermittedIdentifiers") {
      for word in try assignment.words() {
        let fixed = word.hasSuffix(".*") ? String(word.dropLast(2)) : word
        guard fixed.isName else {
          throw assignment.problem(
            .error,
            "found \(word), allowed are ASCII letters, digits, '.', '-' and '_', 255 at most, and '.*' at the end"
          )
        }
        patterns.append(IdentifierPattern(word))
      }
    }
    guard !patterns.isEmpty else {
      throw SyntaxProblem(
        .error, file: path,
        text: "PermittedIdentifiers= in [\(section)] is missing: it says what tasks are its own")
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
    guard value.isName else {
      throw problem(
        .error, "found \(value), allowed are ASCII letters, digits, '.', '-' and '_', 255 at most")
    }
    return value
  }

  /// The value as kinds of tasks.
  func kinds() throws(SyntaxProblem) -> [Kind] {
    var kinds: [Kind] = []
    for word in try words() {
      guard let kind = Kind(rawValue: word) else {
        let allowed = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw problem(.error, "\(word) is no kind of task, allowed are \(allowed)")
      }
      kinds.append(kind)
    }
    return kinds
  }
}

extension String {
  /// What identifiers and applications' names are made of, as in the protocol.
  fileprivate var isName: Bool {
    1...255 ~= utf8.count
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
