import LinuxSystem
import PlainText
import SystemdSyntax

/// A command line for a shell, made into a Command= of a task, which has no shell.
struct ShellCommand {
  /// Characters that have no meaning to a shell.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@,+-")
  /// Shells that run a program when they are given its path.
  private static let shells: Set = ["sh", "ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "tcsh", "zsh"]

  /// The command line. Neither it nor the input has to be UTF-8.
  var text: [UInt8]
  /// The text for the standard input.
  var input: [UInt8] = []
  var shell = "/bin/sh"
  /// The variables that Environment= cannot set, because they are not UTF-8.
  var variables: [CronTable.Variable] = []

  /// The value of Command=: the words themselves where a shell would only split them, else a shell with the
  /// command line.
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
      // Only a shell runs a script without #!.
      ExecutableFormat.isKnown(program) ?? true
    else { return nil }
    return words
  }

  /// Returns a shell around the shell, which supplies what a task's file has no place for. The command stays
  /// a word of its own, whatever it ends in.
  private func wrapped(_ whole: String?) -> String {
    let exports = variables.map { "export \($0.name)=\"$(\(Self.printing($0.value)))\"; " }.joined()
    let word = whole.map(Self.quoted) ?? "\"$(\(Self.printing(text)))\""
    let run = "\(shell.allSatisfy(Self.plain.contains) ? shell : Self.quoted(shell)) -c \(word)"
    let script = exports + (input.isEmpty ? "exec \(run)" : "\(Self.printing(input)) | \(run)")
    return ["/bin/sh", "-c", script].map(Words.quote).joined(separator: " ")
  }

  /// Returns a command that writes the bytes.
  private static func printing(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "printf \(quoted(bytes.map(format).joined()))"
    }
    guard text.hasSuffix("\n") else { return "printf %s \(quoted(text))" }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return "printf '%s\\n' \(lines.map(quoted).joined(separator: " "))"
  }

  /// Returns a byte as a format of printf(1) has it.
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

  /// Returns the text as one word of a shell.
  static func quoted(_ text: String) -> String { "'\(text.replacingParts("'", with: #"'\''"#))'" }

  /// Returns a name for the command: the first program that does its work, without the directory.
  static func name(_ text: String) -> String {
    let names = text.split { "|&;\n".contains($0) }.compactMap(program)
    // A test or a change of directory comes before the program that it is for.
    return names.first { !["test", "[", "[[", "cd", "if", "exit"].contains($0) } ?? names.first ?? "task"
  }

  /// Returns the program of a simple command, behind words that change how it runs.
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
