import LinuxSystem
import SystemdSyntax

/// Parses a command line by the table. Options may stand before and after operands; `--` ends them. Global
/// options may also stand before the verb.
struct CommandLineParser {
  private let commands: CommandSet
  private var rest: ArraySlice<RawText>
  private var line = ParsedCommandLine()
  /// The options that may follow: the verb's as well, once there is one.
  private var options = CommandTable.globals

  private init(_ arguments: [RawText], _ commands: CommandSet) {
    (self.commands, rest) = (commands, arguments[...])
  }

  /// - Parameter arguments: The arguments without the program's name.
  /// - Throws: A usage error that says what was found and what was probably meant.
  static func parse(
    _ arguments: [RawText], by commands: CommandSet
  ) throws(Failure) -> ParsedCommandLine {
    var parser = CommandLineParser(arguments, commands)
    try parser.parse()
    return parser.line
  }

  private mutating func parse() throws(Failure) {
    var optionsEnded = false
    while let raw = rest.popFirst() {
      let isOperand = optionsEnded || raw == RawText("-") || raw.bytes.first != UInt8(ascii: "-")
      if isOperand, case .program? = line.verb?.operands { return line.program = [raw] + rest }
      let word = try text(raw)
      if isOperand {
        if try take(operand: word) { return }
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try take(longOption: word.dropFirst(2))
      } else {
        try take(shortOptions: word.dropFirst())
      }
    }
    try checkOperands()
  }

  /// The names that other programs have for the verbs.
  static let otherNames = [
    "ls": "list", "ps": "list", "jobs": "list", "queue": "list", "rm": "cancel", "remove": "cancel",
    "delete": "cancel", "kill": "cancel", "stop": "cancel", "add": "submit", "enqueue": "submit",
    "info": "show", "describe": "show", "cat": "show", "print": "show", "list-timers": "list",
    "list-units": "list", "restart": "rerun", "retry": "rerun", "kickstart": "run",
    "disable": "pause", "enable": "resume", "load": "submit", "unload": "cancel", "verify": "check",
    "atq": "list", "atrm": "cancel", "log": "logs", "tail": "logs -f",
    "follow": "watch", "why": "explain", "wait": "wait-for", "state": "status", "runs": "history",
  ]

  /// The names that other programs have for options. The first of an entry that the verb has is suggested.
  private static let otherOptions: [String: [String]] = [
    "power": ["requires-external-power", "external-power"],
    "ac": ["requires-external-power", "external-power"],
    "requires-power": ["requires-external-power"], "requires-ac": ["requires-external-power"],
    "wifi": ["requires-unmetered-network", "unmetered"], "requires-wifi": ["requires-unmetered-network"],
    "requires-battery": ["requires-battery-not-low"],
    "battery": ["requires-battery-not-low", "battery-not-low"],
    "idle": ["requires-idle"], "network": ["requires-network-connectivity"], "vpn": ["requires-vpn"],
    "at": ["earliest", "until"], "delay": ["earliest"], "start": ["earliest"],
    "before": ["deadline"], "every": ["repeat"], "interval": ["repeat"], "cron": ["calendar"],
    "schedule": ["calendar"], "on-calendar": ["calendar"], "name": ["identifier"], "id": ["identifier"],
    "max-time": ["runtime-limit"], "timeout": ["runtime-limit"], "retries": ["retry-attempts"],
    "attempts": ["retry-attempts"], "env": ["environment"], "cwd": ["working-directory"],
    "chdir": ["working-directory"], "directory": ["working-directory"], "count": ["limit", "iterations"],
    "condition": ["when"], "if": ["when"], "duration": ["for"], "user-name": ["of-user"],
  ]

  /// Returns the usage error for a word that is no verb.
  static func unknown(verb word: String, of commands: CommandSet) -> Failure {
    let hint =
      otherNames[word].map { "; did you mean \($0)?" }
      ?? NearestName.hint(for: word, among: commands.verbs.map(\.name))
    return .usage("unknown verb '\(word)'\(hint)", next: "\(commands.program) help lists the verbs")
  }

  /// - Returns: Whether the rest of the line was taken as well, because it is a program with its arguments.
  private mutating func take(operand word: String) throws(Failure) -> Bool {
    guard let verb = line.verb else {
      guard let verb = commands.verb(word) else {
        throw Self.unknown(verb: word, of: commands)
      }
      line.verb = verb
      options += verb.options
      return false
    }
    line.operands.append(word)
    guard case .command = verb.operands else { return false }
    while let raw = rest.popFirst() { line.operands.append(try text(raw)) }
    return true
  }

  /// Returns the argument that was taken last as text, because it is sent or stored as text.
  private func text(_ raw: RawText) throws(Failure) -> String {
    if let text = raw.text { return text }
    let problem = "argument \(rest.startIndex), \(raw), is not UTF-8, which texts have to be here"
    guard line.verb?.operands == .command, !line.operands.isEmpty else { throw misuse(problem) }
    throw .usage(problem, next: "submit a script that has these bytes in it")
  }

  private mutating func take(longOption text: Substring) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard let option = options.first(where: { $0.longForms.contains(name) }) else {
      throw unknown("--\(name)", name)
    }
    let isNegated = name != option.name && !option.aliases.contains(name)
    switch option.argument {
    case .none:
      guard value == nil else { throw misuse("--\(name) takes no value") }
      line.options.append((option.name, "yes"))
    case .yesOrNo:
      guard !isNegated || value == nil else { throw misuse("--\(name) takes no value") }
      let isTakenBack = line.verb?.takesFieldsBack == true && value?.isEmpty == true
      line.options.append((option.name, isTakenBack ? "" : try yesOrNo(value, negated: isNegated, of: name)))
    case .value(let placeholder, _):
      let given: String
      if let value { given = value } else { given = try next(for: "--\(name)", placeholder) }
      line.options.append((option.name, given))
    }
  }

  private func yesOrNo(_ value: String?, negated: Bool, of name: String) throws(Failure) -> String {
    guard let value else { return negated ? "no" : "yes" }
    do {
      return BooleanSyntax.format(try BooleanSyntax.parse(value))
    } catch {
      throw misuse("--\(name): \(error)")
    }
  }

  /// Takes short options: `-h`, `-i ID`, `-iID`.
  private mutating func take(shortOptions text: Substring) throws(Failure) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)", String(letter))
      }
      guard case .value(let placeholder, _) = option.argument else {
        line.options.append((option.name, "yes"))
        continue
      }
      line.options.append(
        (option.name, letters.isEmpty ? try next(for: "-\(letter)", placeholder) : String(letters)))
      return
    }
  }

  private mutating func next(for option: String, _ placeholder: String) throws(Failure) -> String {
    guard let raw = rest.popFirst(), raw != RawText("--") else {
      throw misuse("\(option) needs a value: \(placeholder)")
    }
    return try text(raw)
  }

  private func checkOperands() throws(Failure) {
    guard let verb = line.verb, case .words(let range, _) = verb.operands else {
      if let extra = line.operands.first, line.verb?.operands == VerbSpecification.Operands.none {
        let prefix = line.verb?.options.contains { $0.name == "prefix" } == true
        throw misuse(
          "'\(extra)' is one argument too many: \(line.verb?.name ?? "") takes options only"
            + (prefix ? "; --prefix \(extra) takes identifiers that begin so" : ""))
      }
      return
    }
    // A request for help is never wrong.
    if line.flag("help") { return }
    guard line.operands.count <= range.upperBound else {
      if verb.takesFieldsBack, line.operands.contains(""), let flag = lastFlag {
        throw misuse("an empty value of --\(flag) is a part of its word: --\(flag)=")
      }
      throw misuse(
        "'\(line.operands[range.upperBound])' is one argument too many: "
          + "\(verb.name) takes \(verb.operandUsage)"
      )
    }
    guard line.operands.count >= range.lowerBound else {
      let usage = verb.operandUsage
      guard line.operands.isEmpty else {
        let missing = usage.split(separator: " ").prefix(range.lowerBound).dropFirst(line.operands.count)
        throw misuse(
          "\(verb.name) needs \(missing.joined(separator: " and ")) as well: \(verb.name) takes \(usage)")
      }
      throw misuse("\(verb.name) needs \(usage)\(Self.source(of: usage))")
    }
  }

  /// The last option that was given of those whose value is a part of their word.
  private var lastFlag: String? {
    line.options.last { given in options.contains { $0.name == given.name && $0.argument == .yesOrNo } }?.name
  }

  /// Returns where a missing operand is found.
  private static func source(of operand: String) -> String {
    switch operand.prefix(while: \.isLetter) {
    case "ID": ", the identifier of a task, as bgtaskctl list shows it"
    case "RUN": ", the name of a run, as bgtaskctl history shows it"
    default: ""
    }
  }

  private func unknown(_ shown: String, _ name: String) -> Failure {
    let known = options.flatMap(\.longForms)
    if line.verb == nil,
      commands.verbs.contains(where: { $0.options.contains { $0.longForms.contains(name) } })
    {
      return misuse("\(shown) belongs after the verb")
    }
    let meant = Self.otherOptions[name]?.first(where: known.contains).map { "; did you mean --\($0)?" }
    let hint = meant ?? (name.count > 1 ? NearestName.hint(for: name, among: known) { "--\($0)" } : "")
    return misuse("unknown option \(shown)\(hint)")
  }

  private func misuse(_ message: String) -> Failure {
    .usage(
      message, next: "\(commands.program) \(line.verb.map { $0.name + " " } ?? "")--help explains its use")
  }
}
