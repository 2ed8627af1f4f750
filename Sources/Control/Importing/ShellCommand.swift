import SystemdSyntax

/// A command line for a shell as Command= of a task takes it, which is no shell.
enum ShellCommand {
  /// Characters that mean nothing to a shell.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@,+-")

  /// The value: the words themselves where a shell would do nothing but take them apart, else a shell with
  /// them.
  static func value(_ text: String, shell: String = "/bin/sh") -> String {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    if let program = words.first, program.hasPrefix("/"), !program.contains("="),
      words.allSatisfy({ $0.allSatisfy(plain.contains) })
    {
      return words.joined(separator: " ")
    }
    return ([shell, "-c", text].map(Words.quote)).joined(separator: " ")
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
