enum CompletionVerb {
  static let specification = VerbSpecification(
    name: "completion", summary: "Print the completion script of a shell", operandUsage: "SHELL",
    operands: .words(1...1, .choices(CompletionShell.allCases.map(\.rawValue))),
    notes: ["Shells: " + CompletionShell.allCases.map(\.rawValue).joined(separator: ", ") + "."],
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/bgtaskctl",
      "completion zsh > ~/.zfunc/_bgtaskctl",
      "completion fish > ~/.config/fish/completions/bgtaskctl.fish",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let name = invocation.line.operands[0]
    guard let shell = CompletionShell(rawValue: name) else {
      let names = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw invocation.misuse("there are no completions for '\(name)', only for \(names)")
    }
    invocation.console.print(shell.script)
    return .success
  }
}
