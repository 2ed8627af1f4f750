enum ZshCompletion {
  static var script: String {
    let verbs = CommandTable.verbs.map { "    \(quoted("\($0.name):\(colonsEscaped($0.summary))"))" }
    let globals = CommandTable.globals.flatMap(specifications).map { "    \($0)" }
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

      _bgtaskctl_verbs() {
        local -a verbs
        verbs=(
      \(verbs.joined(separator: "\n"))
        )
        _describe -t verbs verb verbs
      }

      _bgtaskctl() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        local -a globals
        globals=(
      \(globals.joined(separator: "\n"))
        )
        _arguments -C $globals '1:verb:_bgtaskctl_verbs' '*::argument:->arguments' && return
        [[ $state == arguments ]] || return
        case $words[1] in
      \(CommandTable.verbs.map(verbCase).joined(separator: "\n"))
        esac
      }

      _bgtaskctl "$@"
      """
  }

  private static func verbCase(_ verb: VerbSpecification) -> String {
    var words = verb.options.flatMap(specifications)
    switch verb.operands {
    case .none: break
    case .words(let range, let completion):
      let place = range.upperBound > 1 ? "*" : "1"
      words.append(quoted("\(place):\(verb.name == "help" ? "verb" : "argument"):\(action(completion))"))
    case .command, .program:
      words += [quoted("(-)1:program:_command_names -e"), quoted("*::arguments:_normal")]
    }
    let lines = (["$globals"] + words).joined(separator: " \\\n        ")
    return "    \(verb.name))\n      _arguments -S \(lines)\n      ;;"
  }

  /// Returns a specification for each spelling, which excludes the other spellings.
  private static func specifications(_ option: OptionSpecification) -> [String] {
    let spellings = option.spellings
    let exclusion =
      option.isRepeatable ? "*" : spellings.count > 1 ? "(\(spellings.joined(separator: " ")))" : ""
    return spellings.map { spelling in
      var text = exclusion + spelling
      if option.takesValue { text += spelling.hasPrefix("--") ? "=" : "+" }
      text += "[\(summaryEscaped(option.summary))]"
      if case .value(let placeholder, let completion) = option.argument {
        text += ":\(colonsEscaped(placeholder)):\(action(completion))"
      }
      return quoted(text)
    }
  }

  private static func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: " "
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .verbs: "_bgtaskctl_verbs"
    case .files: "_files"
    case .directories: "_directories"
    case .environment: "_parameters -S = -g \"*export*\""
    case .identifiers: "_bgtaskctl_identifiers"
    case .instances: "_bgtaskctl_instances"
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
