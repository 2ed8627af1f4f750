import PlainText
import SchedulerAPI
import SystemdSyntax

/// The command of a service of a user's own manager, as a program that bgtaskd starts itself: it starts units
/// for root only.
struct ServiceCommand {
  private static let section = "Service"

  private(set) var keys: [(key: String, value: String)] = []
  /// The settings that are not carried over, each a sentence without a full stop.
  private(set) var notes: [String] = []

  /// - Throws: The reason why there is no program to run.
  init(_ unit: UnitFile, home: String) throws(ImportError) {
    let lines = unit.assignments(Self.section, "ExecStart")
    let commands = try lines.map { line throws(ImportError) in try Self.command(line, home: home) }
    guard let first = commands.first else { throw ImportError("\(unit.name) has no ExecStart=") }
    let needsShell = commands.count > 1 || first.mayFail || first.words.contains(where: first.isVariable)
    keys = [
      ("Command", needsShell ? Self.shell(commands) : first.words.map(Words.quote).joined(separator: " "))
    ]
    for line in unit.section(Self.section)?.assignments ?? [] where !line.value.isEmpty {
      switch line.key {
      case "ExecStart", "Type", "RemainAfterExit": break
      // The journal has what programs print.
      case "StandardOutput" where ["journal", "inherit"].contains(line.value): break
      case "StandardError" where ["journal", "inherit"].contains(line.value): break
      case "KillMode" where ["process", "control-group"].contains(line.value):
        if line.value == "process" { keys.append(("KillMode", "process")) }
      case "Environment" where !line.value.contains("%"): keys.append(("Environment", line.value))
      case "EnvironmentFile" where Self.isFile(line.value.drop { $0 == "-" }):
        keys.append((line.key, line.value))
      case "LoadCredential" where NamedCredential(line.value).map { Self.isFile($0.value) } ?? false:
        keys.append((line.key, line.value))
      case "WorkingDirectory" where line.value.hasPrefix("/") && !line.value.contains("%"):
        keys.append(("WorkingDirectory", line.value))
      // Programs run there anyway.
      case "WorkingDirectory" where line.value == "~" || line.value == "%h": break
      default: note(line)
      }
    }
    for line in unit.section("Unit")?.assignments ?? [] where !line.value.isEmpty {
      switch line.key {
      case "Description", "Documentation": break
      case "ConditionACPower" where (try? line.boolean()) == true:
        keys.append(("RequiresExternalPower", "yes"))
      default: note(line)
      }
    }
  }

  private mutating func note(_ line: Assignment) {
    notes.append("\(line.key)=\(line.value) of the service is not carried over")
  }

  /// The command of one `ExecStart=` line.
  private struct Command {
    var words: [String]
    /// Whether its failure counts as success.
    var mayFail: Bool
    /// Whether a dollar sign stands for itself.
    var isLiteral: Bool

    /// Returns whether systemd replaces a part of the word: `$NAME` is a variable only as a whole word.
    func isVariable(_ word: String) -> Bool {
      !isLiteral && (word.hasPart("${") || ServiceCommand.isName(word))
    }
  }

  private static func command(_ line: Assignment, home: String) throws(ImportError) -> Command {
    let prefix = line.value.prefix { "-@:+!|".contains($0) }
    guard prefix.allSatisfy({ $0 == "-" || $0 == ":" }) else {
      throw ImportError("ExecStart= begins with '\(prefix)', which a task cannot do")
    }
    var words: [String]
    do throws(SyntaxError) {
      words = try Words.split(String(line.value.dropFirst(prefix.count)))
    } catch {
      throw ImportError("ExecStart=: \(error)")
    }
    words = try words.map { word throws(ImportError) in try specified(word, home: home) }
    guard let program = words.first, program.hasPrefix("/") else {
      throw ImportError("ExecStart= has no absolute path; a task needs one")
    }
    let isLiteral = prefix.contains(":")
    guard isLiteral || !words.contains(where: { $0.hasPart("$$") }) else {
      throw ImportError("ExecStart= has $$, which a shell takes for something else")
    }
    return Command(words: words, mayFail: prefix.contains("-"), isLiteral: isLiteral)
  }

  /// Returns the word with its specifiers (systemd.unit(5)) replaced, where their values are known here.
  private static func specified(_ word: String, home: String) throws(ImportError) -> String {
    var result = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "%": result += "%"
      case "h": result += home
      case let other:
        throw ImportError("ExecStart= has %\(other.map(String.init) ?? ""), which only systemd knows")
      }
    }
    return result
  }

  /// Returns a shell's command that runs them one after the other, as systemd does, and expands variables.
  private static func shell(_ commands: [Command]) -> String {
    let texts = commands.map { command in
      let text = command.words.map { command.isVariable($0) ? variable($0) : ShellCommand.quoted($0) }
        .joined(separator: " ")
      return command.mayFail ? "{ \(text) || true; }" : text
    }
    return ["/bin/sh", "-c", texts.joined(separator: " && ")].map(Words.quote).joined(separator: " ")
  }

  /// Returns whether the path names one file, to bgtaskd as well.
  private static func isFile(_ path: some StringProtocol) -> Bool {
    path.hasPrefix("/") && !path.contains { "%*?[".contains($0) }
  }

  private static func isName(_ word: String) -> Bool {
    word.count > 1 && word.hasPrefix("$")
      && word.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private static func variable(_ word: String) -> String {
    // The variable is not quoted, because it may become several words.
    if isName(word) { return word }
    var result = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      if "\"`\\".contains(character) || (character == "$" && rest.first != "{") { result.append("\\") }
      result.append(character)
    }
    return "\"\(result)\""
  }
}
