import LinuxSystem
import PlainText
import SchedulerCore

/// The properties of a transient service (org.freedesktop.systemd1(5), systemd.service(5), systemd.exec(5)).
struct UnitProperties {
  let program: Program
  /// Whether the manager starts programs as other users.
  let runsAsUsers: Bool
  /// Whether the manager knows the weight that gives a unit only what no other one wants.
  let knowsIdleWeight: Bool
  /// The file with the program's environment; nil when that is a property itself.
  let environmentFile: String?
  /// The files with the program's credentials.
  let secretFiles: SecretFiles?

  /// Returns the problem that systemd would refuse the program for, in clearer words.
  static func problem(with program: Program) -> LaunchProblem? {
    let path = program.arguments.first ?? ""
    guard path.utf8.first == UInt8(ascii: "/") else {
      return LaunchProblem(
        "program \(path.isEmpty ? "without a name" : SingleLine.escaped(path)): not an absolute path",
        isPassing: false)
    }
    let directory = program.workingDirectory ?? ""
    guard isOneLine(directory), directory.utf8.last != backslash, directory.utf8.last != space else {
      return LaunchProblem(
        "working directory \(SingleLine.escaped(directory)): systemd takes no control characters, "
          + "and no space or backslash at the end",
        isPassing: false)
    }
    // systemd takes the unit and then cannot load it: "Operation not permitted". Of paths to programs and in
    // ReadWritePaths= it does not mind.
    guard !directory.hasParentPart else {
      return LaunchProblem(
        "working directory \(SingleLine.escaped(directory)): systemd takes no '..' in it; submit the task "
          + "with the directory that is meant",
        isPassing: false)
    }
    guard isOneLine(program.identifier), !program.identifier.utf8.contains(where: separators.contains) else {
      return LaunchProblem(
        "identifier \(SingleLine.escaped(program.identifier)): systemd takes no spaces, control characters, "
          + "quotation marks or backslashes",
        isPassing: false)
    }
    if let problem = limitsProblem(with: program) { return problem }
    for name in program.environment.keys.sorted() where !isVariableName(name) {
      return LaunchProblem(
        "environment variable \(SingleLine.escaped(name)): systemd allows letters, digits and _ in a name, "
          + "and no digit first",
        isPassing: false)
    }
    return program.environment.values.compactMap(BusWriter.problem(with:)).min().map {
      LaunchProblem("it cannot be told to systemd: Environment: \($0)", isPassing: false)
    }
  }

  /// Whether a text is one line. systemd writes properties to a file that it reads when it is reloaded. It
  /// escapes arguments and variables, but not texts and paths: a line break there would begin another
  /// property, such as a command that root executes, and a backslash at the end would swallow the next one.
  private static func isOneLine(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= space && $0 != 0x7F }
  }

  private static let space = UInt8(ascii: " ")
  private static let backslash = UInt8(ascii: "\\")
  /// The bytes that end a word in such a file, or change one.
  private static let separators = [space, backslash, UInt8(ascii: "\""), UInt8(ascii: "'")]

  private static func isVariableName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") || isLetter($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Appends the properties (`a(sv)`).
  func write(_ writer: BusWriter) throws(BusError) {
    try writer.array(of: "(sv)") { (writer) throws(BusError) in
      try writeProgram(writer)
      try writeSurroundings(writer)
      try writeLimits(writer)
      try writeJournal(writer)
    }
  }

  private func writeProgram(_ writer: BusWriter) throws(BusError) {
    try writer.property("Description", string: "bgtaskd: \(program.identifier)")
    // A start counts when the program runs, so one that cannot be executed fails to start.
    try writer.property("Type", string: "exec")
    // A run that ends while no daemon is there keeps its result until it is released.
    try writer.property("RemainAfterExit", bool: true)
    try writer.property("CollectMode", string: "inactive")
    try writer.property(
      programs: [(program.arguments.first ?? "", Self.arguments(of: program))], mayFail: false)
  }

  private func writeSurroundings(_ writer: BusWriter) throws(BusError) {
    // The user's groups come with it, and the properties below are what else belongs to the user.
    if runsAsUsers { try writer.property("User", string: String(program.uid)) }
    // A system account need not have a home, and then runs in /.
    let home = UserAccount.isSystem(program.uid) ? "-~" : "~"
    try writer.property("WorkingDirectory", string: program.workingDirectory ?? home)
    try writeEnvironment(writer)
    try writeCredentials(writer)
    // Programs get the signals as any shell would give them.
    try writer.property("IgnoreSIGPIPE", bool: false)
    try writer.property("Slice", string: UnitOfRun.slice)
    try writer.property("CPUWeight", uint64: knowsIdleWeight ? 0 : 1)
    try writer.property("IOWeight", uint64: UInt64(program.limits.ioWeight ?? 1))
    try writeProgramLimits(writer)
  }

  private func writeEnvironment(_ writer: BusWriter) throws(BusError) {
    if let environmentFile {
      return try writer.property("EnvironmentFiles", "a(sb)") { (writer) throws(BusError) in
        try writer.array(of: "(sb)") { (writer) throws(BusError) in
          try writer.structure("sb") { (writer) throws(BusError) in
            try writer.string(environmentFile)
            // Without the file the program is not started.
            try writer.bool(false)
          }
        }
      }
    }
    let variables = program.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try writer.property("Environment", "as") { (writer) throws(BusError) in try writer.strings(variables) }
  }

  private func writeLimits(_ writer: BusWriter) throws(BusError) {
    if let limit = program.backstop {
      try writer.property("RuntimeMaxUSec", uint64: UInt64(clamping: limit.uSec))
    }
    try writer.property("TimeoutStopUSec", uint64: UInt64(clamping: max(program.grace.uSec, 1)))
    try writer.property("KillMode", string: program.limits.killMode == .process ? "process" : "control-group")
    try writer.property("SendSIGKILL", bool: true)
    try writer.property("OOMPolicy", string: "stop")
  }

  private func writeJournal(_ writer: BusWriter) throws(BusError) {
    if let answer = program.answer {
      // The descriptor takes precedence; but where both outputs are set to the journal, errors go where
      // output does.
      try writer.property("StandardOutput", string: "null")
      try writer.property("StandardOutputFileDescriptor", "h") { (writer) throws(BusError) in
        try writer.descriptor(answer.number)
      }
    } else {
      try writer.property("StandardOutput", string: "journal")
    }
    try writer.property("StandardError", string: "journal")
    try writer.property("SyslogIdentifier", string: program.identifier)
    try writer.property("LogExtraFields", "aay") { (writer) throws(BusError) in
      try writer.array(of: "ay") { (writer) throws(BusError) in
        try writer.bytes(Array("\(JournalField.run.rawValue)=\(program.run.text)".utf8))
        try writer.bytes(Array("\(JournalField.identifier.rawValue)=\(program.identifier)".utf8))
      }
    }
  }

  /// Returns the arguments of `ExecStart` for a program.
  static func arguments(of program: Program) -> [String] { program.arguments.map(literal) }

  /// Escapes a `$`, because systemd replaces variables in arguments, but no specifiers when the command comes
  /// over the bus. A flag against that is `ExecStartEx`; systemd 252 writes a unit with it that it cannot
  /// read again after `daemon-reload`.
  private static func literal(_ argument: String) -> String {
    argument.utf8.contains(UInt8(ascii: "$"))
      ? argument.split(separator: "$", omittingEmptySubsequences: false)
        .joined(separator: "$$") : argument
  }
}

/// The properties for a program's credentials (systemd.exec(5), "Credentials").
extension UnitProperties {
  /// Writes credentials as paths of files that only root can read, because every user can read properties.
  func writeCredentials(_ writer: BusWriter) throws(BusError) {
    guard let secretFiles else { return }
    for (name, isEncrypted) in [("LoadCredential", false), ("LoadCredentialEncrypted", true)] {
      let places = program.credentials.indices.filter { program.credentials[$0].isEncrypted == isEncrypted }
      guard !places.isEmpty else { continue }
      try writer.property(name, "a(ss)") { (writer) throws(BusError) in
        try writer.array(of: "(ss)") { (writer) throws(BusError) in
          for place in places {
            try writer.structure("ss") { (writer) throws(BusError) in
              try writer.string(program.credentials[place].name)
              try writer.string(secretFiles.path(ofCredential: place, for: program.run))
            }
          }
        }
      }
    }
  }
}
