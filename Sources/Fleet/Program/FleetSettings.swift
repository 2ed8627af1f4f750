import FleetCore
import LinuxSystem
import PlainText
import SchedulerAPI
import SystemdSyntax

/// The settings of `fleet.conf` and its drop-ins.
struct FleetSettings: Equatable {
  /// `Name=`: the machine's name in the fleet.
  var name: String
  /// `Database=`: a connection string of libpq.
  var database: String
  /// `Groups=`: the groups that the machine is in, besides `all`.
  var groups: [String]
  /// `AllowTasksOf=`: the fleet users whose tasks run here, and as whom.
  var allows: [AllowedUser]
  /// `MaxConcurrentRuns=`: the most occurrences that the machine holds at once.
  var mostRuns: Int

  static let section = "Fleet"
  static let keys = ["Name", "Database", "Groups", "AllowTasksOf", "MaxConcurrentRuns"]
  private static let usualRuns = 4
  /// The bounds of the database's functions, which would refuse each exchange.
  private static let (mostGroups, mostAllowed) = (32, 256)
  /// The most bytes of the name of a role of the database.
  private static let mostOfRole = 63

  /// Reads the settings of a file.
  /// - Throws: ``SystemdSyntax/SyntaxProblem``: the first error, with its place and what is allowed.
  init(_ file: UnitFile, hostName: String) throws(SyntaxProblem) {
    if let problem = file.problems.first(where: { $0.severity == .error }) { throw problem }
    for section in file.sections {
      guard section.name == Self.section else {
        throw SyntaxProblem(
          .error, file: section.file, line: section.line,
          text: "found the section [\(section.name)], allowed is [\(Self.section)]")
      }
      for assignment in section.assignments where !Self.keys.contains(assignment.key) {
        throw assignment.problem(
          .error,
          "no setting of [\(Self.section)]; allowed are \(Self.keys.joined(separator: ", "))"
            + NearestName.hint(for: assignment.key, among: Self.keys))
      }
    }
    name = try Self.name(file, hostName: hostName)
    guard let database = file.assignment(Self.section, "Database")?.value else {
      throw SyntaxProblem(
        .error, file: file.name,
        text: "Database= is missing: a connection string such as \"host=db dbname=fleet\"")
    }
    self.database = database
    groups = []
    for assignment in file.assignments(Self.section, "Groups") {
      for word in try assignment.words() {
        groups.append(try Self.name(word, in: assignment, atMost: FleetNameRule.mostOfGroup))
      }
    }
    if groups.count > Self.mostGroups, let last = file.assignments(Self.section, "Groups").last {
      throw last.problem(.error, "found \(groups.count) groups, allowed are \(Self.mostGroups)")
    }
    allows = []
    for assignment in file.assignments(Self.section, "AllowTasksOf") {
      for word in try assignment.words() { allows.append(try Self.allowed(word, assignment)) }
      guard allows.count <= Self.mostAllowed else {
        throw assignment.problem(.error, "found \(allows.count) entries, allowed are \(Self.mostAllowed)")
      }
    }
    mostRuns =
      try file.assignment(Self.section, "MaxConcurrentRuns")?
      .integer(in: 0...FleetConfiguration.mostRunsBound) ?? Self.usualRuns
  }

  /// The local users as whom fleet users' tasks run.
  var localUsers: Set<String> { Set(allows.map(\.localUser)) }

  /// The agent's configuration on the machine with this identity.
  func configuration(of machine: String) -> FleetConfiguration {
    FleetConfiguration(machine: machine, name: name, groups: groups, allows: allows, mostRuns: mostRuns)
  }

  private static func name(_ file: UnitFile, hostName: String) throws(SyntaxProblem) -> String {
    if let assignment = file.assignment(section, "Name") {
      return try name(assignment.value, in: assignment, atMost: FleetNameRule.mostOfMachine)
    }
    guard FleetNameRule.permits(hostName, atMost: FleetNameRule.mostOfMachine) else {
      throw SyntaxProblem(
        .error, file: file.name,
        text: "Name= is missing, and the host name is \(SingleLine.cleaned(hostName, maximumBytes: 60)); "
          + "allowed are \(FleetNameRule.words(atMost: FleetNameRule.mostOfMachine))")
    }
    return hostName
  }

  /// Checks a name as the database's functions take it.
  private static func name(
    _ text: String, in assignment: Assignment, atMost limit: Int
  ) throws(SyntaxProblem) -> String {
    guard FleetNameRule.permits(text, atMost: limit) else {
      throw assignment.problem(
        .error, "found \(text.prefix(60)), allowed are \(FleetNameRule.words(atMost: limit))")
    }
    return text
  }

  /// Reads `FLEETUSER:LOCALUSER`, or one name for both.
  private static func allowed(
    _ word: String, _ assignment: Assignment
  ) throws(SyntaxProblem) -> AllowedUser {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), !parts.contains("") else {
      throw assignment.problem(
        .error, "found \(word), expected FLEETUSER:LOCALUSER, such as ops:backup")
    }
    guard parts[0].utf8.count <= mostOfRole, !parts[0].unicodeScalars.contains(where: isControl) else {
      throw assignment.problem(
        .error,
        "found the fleet user \(SingleLine.cleaned(parts[0], maximumBytes: 80)), allowed is the name of a "
          + "role: at most \(mostOfRole) bytes without control characters")
    }
    return AllowedUser(parts[0], as: parts[parts.count - 1])
  }

  /// Whether the database may take a character for a control character, whatever its locale is.
  private static func isControl(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
