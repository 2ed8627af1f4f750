enum FishCompletion {
  static var script: String {
    var lines = [
      CompletionShell.fish.origin, "",
      "function __bgtaskctl_identifiers", "    \(CompletionShell.listIdentifiers)", "end", "",
      "function __bgtaskctl_instances", "    \(CompletionShell.listInstances)", "end", "",
      "function __bgtaskctl_fleet_tasks", "    \(CompletionShell.listFleetTasks)", "end", "",
      "function __bgtaskctl_fleet_machines", "    \(CompletionShell.listFleetMachines)", "end", "",
      "complete -c bgtaskctl -f", "", "# Options of all verbs",
    ]
    for option in CommandTable.globals { lines += completes(option, condition: nil) }
    lines += ["", "# Verbs"] + offer(.control, where: "__fish_use_subcommand")
    for verb in CommandSet.control.verbs {
      guard let nested = CommandSet.control.verbs(behind: verb) else {
        lines += completes(verb, in: .control)
        continue
      }
      let names = nested.verbs.map(\.name).joined(separator: " ")
      lines += ["", "# \(verb.name)"]
      lines += offer(nested, where: quoted("\(seen(verb)); and not __fish_seen_subcommand_from \(names)"))
      for inner in nested.verbs { lines += completes(inner, in: nested, behind: verb) }
    }
    return lines.joined(separator: "\n")
  }

  private static func seen(_ verb: VerbSpecification) -> String {
    "__fish_seen_subcommand_from \(verb.name)"
  }

  private static func offer(_ commands: CommandSet, where condition: String) -> [String] {
    commands.verbs.map { verb in
      "complete -c bgtaskctl -n \(condition) -a \(verb.name) -d \(quoted(verb.summary))"
    }
  }

  /// Returns the lines of a verb. A verb behind another one may have the name of one that is not.
  private static func completes(
    _ verb: VerbSpecification, in commands: CommandSet, behind leading: VerbSpecification? = nil
  ) -> [String] {
    guard !verb.options.isEmpty || verb.operands != .none else { return [] }
    let others = CommandSet.control.verbs.filter { other in
      CommandSet.control.verbs(behind: other)?.verb(verb.name) != nil
    }
    let condition = quoted(
      ([leading.map(seen)] + (leading == nil ? others.map { "not \(seen($0))" } : []) + [seen(verb)])
        .compactMap(\.self).joined(separator: "; and "))
    var lines = ["", "# \(leading.map { $0.name + " " } ?? "")\(verb.name)"]
    for option in verb.options { lines += completes(option, condition: condition) }
    switch verb.operands {
    case .none, .words(_, .nothing): break
    case .words(_, let completion):
      lines.append("complete -c bgtaskctl -n \(condition)\(action(completion, in: commands))")
    case .command, .program:
      lines.append("complete -c bgtaskctl -n \(condition) -F -a \(quoted("(__fish_complete_command)"))")
    }
    return lines
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

  private static func action(_ completion: ValueCompletion, in commands: CommandSet = .control) -> String {
    switch completion {
    case .nothing: ""
    case .choices(let words): " -a " + quoted(words.joined(separator: " "))
    case .verbs: " -a " + quoted(commands.verbs.map(\.name).joined(separator: " "))
    case .files: " -F"
    case .directories: " -a " + quoted("(__fish_complete_directories)")
    case .environment: " -a " + quoted("(set -nx | string replace -r '$' =)")
    case .identifiers: " -a " + quoted("(__bgtaskctl_identifiers)")
    case .instances: " -a " + quoted("(__bgtaskctl_instances)")
    case .fleetTasks: " -a " + quoted("(__bgtaskctl_fleet_tasks)")
    case .fleetMachines: " -a " + quoted("(__bgtaskctl_fleet_machines)")
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
