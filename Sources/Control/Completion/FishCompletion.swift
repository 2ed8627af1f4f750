enum FishCompletion {
  static var script: String {
    var lines = [
      CompletionShell.fish.origin, "",
      "function __bgtaskctl_identifiers", "    \(CompletionShell.listIdentifiers)", "end", "",
      "function __bgtaskctl_instances", "    \(CompletionShell.listInstances)", "end", "",
      "complete -c bgtaskctl -f", "", "# Options of all verbs",
    ]
    for option in CommandTable.globals { lines += completes(option, condition: nil) }
    lines += ["", "# Verbs"]
    for verb in CommandTable.verbs {
      lines.append(
        "complete -c bgtaskctl -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
    }
    for verb in CommandTable.verbs where !verb.options.isEmpty || verb.operands != .none {
      let condition = quoted("__fish_seen_subcommand_from \(verb.name)")
      lines += ["", "# \(verb.name)"]
      for option in verb.options { lines += completes(option, condition: condition) }
      switch verb.operands {
      case .none, .words(_, .nothing): break
      case .words(_, let completion):
        lines.append("complete -c bgtaskctl -n \(condition)\(action(completion))")
      case .command, .program:
        lines.append("complete -c bgtaskctl -n \(condition) -F -a \(quoted("(__fish_complete_command)"))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func completes(_ option: OptionSpecification, condition: String?) -> [String] {
    let condition = condition.map { " -n \($0)" } ?? ""
    return option.longForms.map { name in
      let short = name == option.name ? option.short.map { " -s \($0)" } ?? "" : ""
      let value: String
      switch option.completion {
      case _ where !option.takesValue: value = ""
      case .files, .directories: value = " -r" + action(option.completion)
      default: value = " -x" + action(option.completion)
      }
      return "complete -c bgtaskctl\(condition)\(short) -l \(name)\(value) -d \(quoted(option.summary))"
    }
  }

  private static func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: ""
    case .choices(let words): " -a " + quoted(words.joined(separator: " "))
    case .verbs: " -a " + quoted(CommandTable.verbs.map(\.name).joined(separator: " "))
    case .files: " -F"
    case .directories: " -a " + quoted("(__fish_complete_directories)")
    case .environment: " -a " + quoted("(set -nx | string replace -r '$' =)")
    case .identifiers: " -a " + quoted("(__bgtaskctl_identifiers)")
    case .instances: " -a " + quoted("(__bgtaskctl_instances)")
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
