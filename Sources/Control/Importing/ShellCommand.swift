import LinuxSystem
import SystemdSyntax

/// A command line for a shell as Command= of a task takes it, which is no shell.
struct ShellCommand {
  /// Characters that mean nothing to a shell.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@,+-")
  /// Shells that run a program when they are given its path.
  private static let shells: Set = ["sh", "ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "zsh"]

  /// The command line. Neither this nor what follows has to be UTF-8.
  var text: [UInt8]
  /// What is written to its standard input.
  var input: [UInt8] = []
  var shell = "/bin/sh"
  /// What Environment= cannot set, because it is not UTF-8.
  var variables: [CronTable.Variable] = []

  /// The value of Command=: the words themselves where a shell would do nothing but take them apart, else a
  /// shell with them.
  var value: String {
    let whole = String(validating: text, as: UTF8.self)
    guard let whole, input.isEmpty, variables.isEmpty else { return wrapped(whole) }
    if let words = plainWords(whole) { return words.joined(separator: " ") }
    return [shell, "-c", whole].map(Words.quote).joined(separator: " ")
  }

  private func plainWords(_ text: String) -> [String]? {
    let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let program = words.first, program.hasPrefix("/"), !program.contains("="),
      words.allSatisfy({ $0.allSatisfy(Self.plain.contains) }),
      let name = shell.split(separator: "/").last, Self.shells.contains(String(name)),
      // A script without #! is one for a shell only.
      ExecutableFormat.isKnown(program) ?? true
    else { return nil }
    return words
  }

  /// A shell around the shell, which gives it what a file of tasks has no place for. The command stays a word
  /// of its own, whatever it ends in.
  private func wrapped(_ whole: String?) -> String {
    let exports = variables.map { "export \($0.name)=\"$(\(Self.printing($0.value)))\"; " }.joined()
    let word = whole.map(Self.quoted) ?? "\"$(\(Self.printing(text)))\""
    let run = "\(shell.allSatisfy(Self.plain.contains) ? shell : Self.quoted(shell)) -c \(word)"
    let script = exports + (input.isEmpty ? "exec \(run)" : "\(Self.printing(input)) | \(run)")
    return ["/bin/sh", "-c", script].map(Words.quote).joined(separator: " ")
  }

  /// A command that writes the bytes.
  private static func printing(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "printf \(quoted(bytes.map(format).joined()))"
    }
    guard text.hasSuffix("\n") else { return "printf %s \(quoted(text))" }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return "printf '%s\\n' \(lines.map(quoted).joined(separator: " "))"
  }

  /// A byte as printf(1) has it in a format.
  private static func format(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "%"): return "%%"
    case UInt8(ascii: "\\"): return #"\\"#
    case 0x20..<0x7F: return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
  }

  /// The text as one word of a shell.
  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }

  /// A name that people would give it: the first program in it that does the work, without its directory.
  static func name(_ text: String) -> String {
    let names = text.split { "|&;\n".contains($0) }.compactMap(program)
    // What only asks, or goes somewhere, is followed by what it is about.
    return names.first { !["test", "[", "[[", "cd", "if", "exit"].contains($0) } ?? names.first ?? "task"
  }

  /// The program of a simple command, behind what changes how it runs.
  private static func program(_ command: Substring) -> String? {
    let before: Set<String> = [
      "env", "exec", "nice", "ionice", "chrt", "sudo", "command", "time", "timeout", "sh", "bash", "then",
      "!",
    ]
    return command.split { " \t(){}".contains($0) }.lazy.map { word in
      word.contains("=") || word.hasPrefix("-") || word.allSatisfy(\.isNumber)
        ? "" : word.split(separator: "/").last.map(String.init) ?? ""
    }
    .first { !$0.isEmpty && !before.contains($0) }
  }
}
