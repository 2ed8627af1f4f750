struct ZshCompletion {
  private let commands: CommandSet
  /// The name of the function that completes these verbs.
  private let name: String

  static var script: String {
    let fleet = ZshCompletion(commands: .fleet, name: "_bgtaskctl_fleet")
    let control = ZshCompletion(commands: .control, name: "_bgtaskctl")
    return """
      #compdef bgtaskctl
      \(CompletionShell.zsh.origin)

      _bgtaskctl_identifiers() {
        local -a identifiers
        identifiers=(${(f)"$(\(CompletionShell.listIdentifiers))"})
        compadd -a identifiers
      }

      _bgtaskctl_instances() {
        local -a identifiers
        identifiers=(${(f)"$(\(CompletionShell.listInstances))"})
        compadd -a identifiers
      }

      _bgtaskctl_fleet_tasks() {
        local -a identifiers
        identifiers=(${(f)"$(\(CompletionShell.listFleetTasks))"})
        compadd -a identifiers
      }

      _bgtaskctl_fleet_machines() {
        local -a names
        names=(${(f)"$(\(CompletionShell.listFleetMachines))"})
        compadd -a names
      }

      \(fleet.functions)

      \(control.functions)

      _bgtaskctl "$@"
      """
  }

  private var functions: String {
    let verbs = commands.verbs.map { "    \(Self.quoted("\($0.name):\(Self.colonsEscaped($0.summary))"))" }
    let globals = CommandTable.globals.flatMap(specifications).map { "    \($0)" }
    return """
      \(name)_verbs() {
        local -a verbs
        verbs=(
      \(verbs.joined(separator: "\n"))
        )
        _describe -t verbs verb verbs
      }

      \(name)() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        local -a globals
        globals=(
      \(globals.joined(separator: "\n"))
        )
        _arguments -C $globals '1:verb:\(name)_verbs' '*::argument:->arguments' && return
        [[ $state == arguments ]] || return
        case $words[1] in
      \(commands.verbs.map(verbCase).joined(separator: "\n"))
        esac
      }
      """
  }

  private func verbCase(_ verb: VerbSpecification) -> String {
    guard commands.verbs(behind: verb) == nil else {
      return "    \(verb.name))\n      \(name)_\(verb.name)\n      ;;"
    }
    var words = verb.options.flatMap(specifications)
    switch verb.operands {
    case .none: break
    case .words(let range, let completion):
      let place = range.upperBound > 1 ? "*" : "1"
      words.append(Self.quoted("\(place):\(verb.name == "help" ? "verb" : "argument"):\(action(completion))"))
    case .command, .program:
      words += [Self.quoted("(-)1:program:_command_names -e"), Self.quoted("*::arguments:_normal")]
    }
    let lines = (["$globals"] + words).joined(separator: " \\\n        ")
    return "    \(verb.name))\n      _arguments -S \(lines)\n      ;;"
  }

  /// Returns a specification for each spelling, which excludes the other spellings.
  private func specifications(_ option: OptionSpecification) -> [String] {
    let spellings = option.spellings
    let exclusion =
      option.isRepeatable ? "*" : spellings.count > 1 ? "(\(spellings.joined(separator: " ")))" : ""
    return spellings.map { spelling in
      var text = exclusion + spelling
      if option.takesValue { text += spelling.hasPrefix("--") ? "=" : "+" }
      text += "[\(Self.summaryEscaped(option.summary))]"
      if case .value(let placeholder, let completion) = option.argument {
        text += ":\(Self.colonsEscaped(placeholder)):\(action(completion))"
      }
      return Self.quoted(text)
    }
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: " "
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .verbs: "\(name)_verbs"
    case .files: "_files"
    case .directories: "_directories"
    case .environment: "_parameters -S = -g \"*export*\""
    case .identifiers: "_bgtaskctl_identifiers"
    case .instances: "_bgtaskctl_instances"
    case .fleetTasks: "_bgtaskctl_fleet_tasks"
    case .fleetMachines: "_bgtaskctl_fleet_machines"
    }
  }

  private static func colonsEscaped(_ text: String) -> String {
    text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
  }

  private static func summaryEscaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
