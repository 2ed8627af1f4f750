/// Completions for bash, without the bash-completion package.
struct BashCompletion {
  private let commands: CommandSet

  static var script: String {
    """
    \(CompletionShell.bash.origin)

    _bgtaskctl_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
    _bgtaskctl_paths() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen "$1" -- "$cur"); }

    # Without compgen -W, which would carry out a $(...) in a word that came from elsewhere.
    # Bash cuts words at an @.
    _bgtaskctl_choose() {
      local identifier written=$cur
      if [[ $cur == @ ]]; then
        written=${COMP_WORDS[COMP_CWORD - 1]}@ cur=
      elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == @ ]]; then
        written=${COMP_WORDS[COMP_CWORD - 2]}@$cur
      fi
      while IFS= read -r identifier; do
        [[ $identifier == "$written"* ]] && COMPREPLY+=("${identifier#"${written%"$cur"}"}")
      done
    }
    _bgtaskctl_identifiers() { _bgtaskctl_choose < <(\(CompletionShell.listIdentifiers)); }
    _bgtaskctl_instances() {
      _bgtaskctl_choose < <(\(CompletionShell.listInstances))
      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *@ ]] && compopt -o nospace
    }
    _bgtaskctl_fleet_tasks() { _bgtaskctl_choose < <(\(CompletionShell.listFleetTasks)); }
    _bgtaskctl_fleet_machines() { _bgtaskctl_choose < <(\(CompletionShell.listFleetMachines)); }

    # Words with a = in them, which bash cuts there.
    _bgtaskctl_assignments() {
      local written=$cur
      if [[ $cur == = ]]; then
        written=${COMP_WORDS[COMP_CWORD - 1]}= cur=
      elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        written=${COMP_WORDS[COMP_CWORD - 2]}=$cur
      fi
      mapfile -t COMPREPLY < <(compgen -W "$1" -- "$written")
      COMPREPLY=("${COMPREPLY[@]#"${written%"$cur"}"}")
      [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    }

    # The verbs of a fleet. The argument is the place of the first word behind fleet.
    \(BashCompletion(commands: .fleet).function("_bgtaskctl_fleet", from: "$1"))

    \(BashCompletion(commands: .control).function("_bgtaskctl", from: "1"))

    complete -F _bgtaskctl bgtaskctl
    """
  }

  private func function(_ name: String, from start: String) -> String {
    """
    \(name)() {
      local cur=${COMP_WORDS[COMP_CWORD]} verb= option= program= ended= word i
      COMPREPLY=()
      for ((i = \(start); i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n $option ]]; then
          # Its value, unless this is the = before the value.
          [[ $word == = ]] || option=
          continue
        fi
        if [[ -z $ended ]]; then
          case $word in
            \(valueOptions.joined(separator: " | "))) option=$word; continue ;;
            --) ended=yes; continue ;;
            -* | =) continue ;;
          esac
        fi
        if [[ -z $verb ]]; then
          verb=$word
        elif [[ \(commandVerbTest) ]]; then
          program=$i
          break
        fi
      done
      if [[ -n $program ]]; then
        \(nestedCall)_bgtaskctl_paths -f
        return
      fi
      if [[ -n $option ]]; then
        [[ $cur == = ]] && cur=
        case $option in
    \(valueCases.map { "      " + $0 }.joined(separator: "\n"))
        esac
        return
      fi
      if [[ $cur == -* && -z $ended ]]; then
        case $verb in
    \(optionCases.map { "      " + $0 }.joined(separator: "\n"))
        esac
        return
      fi
      case $verb in
        '') _bgtaskctl_words '\(verbs)' ;;
    \(operandCases.map { "    " + $0 }.joined(separator: "\n"))
      esac
    }
    """
  }

  private var verbs: String { commands.verbs.map(\.name).joined(separator: " ") }

  /// The verb that leads to others.
  private var leading: VerbSpecification? { commands.verbs.first { commands.verbs(behind: $0) != nil } }

  private var nestedCall: String {
    guard let name = leading?.name else { return "" }
    return "[[ $verb == \(name) ]] && { _bgtaskctl_\(name) $program; return; }\n    "
  }

  /// Every option of the table once: options with the same name have the same values.
  private var allOptions: [OptionSpecification] {
    var seen: Set<String> = []
    return (CommandTable.globals + commands.verbs.flatMap(\.options)).filter {
      seen.insert($0.name).inserted
    }
  }

  private var valueOptions: [String] { allOptions.filter(\.takesValue).flatMap(\.spellings) }

  private var commandVerbTest: String {
    commands.verbs.filter { [.command, .program].contains($0.operands) }
      .map { "$verb == \($0.name)" }.joined(separator: " || ")
  }

  private var valueCases: [String] {
    allOptions.filter(\.takesValue).compactMap { option in
      action(option.completion).map { "\(option.spellings.joined(separator: " | "))) \($0) ;;" }
    }
  }

  private var optionCases: [String] {
    let globals = CommandTable.globals.flatMap(\.spellings)
    let verbs = commands.verbs.filter { !$0.options.isEmpty }.map { verb in
      let words = (verb.options.flatMap(\.spellings) + globals).joined(separator: " ")
      return "\(verb.name)) _bgtaskctl_words '\(words)' ;;"
    }
    return verbs + ["*) _bgtaskctl_words '\(globals.joined(separator: " "))' ;;"]
  }

  private var operandCases: [String] {
    commands.verbs.compactMap { verb in
      switch verb.operands {
      case .none: nil
      case .words(_, let completion): action(completion).map { "\(verb.name)) \($0) ;;" }
      case .command, .program:
        verb.name == leading?.name
          ? "\(verb.name)) _bgtaskctl_\(verb.name) $COMP_CWORD ;;" : "\(verb.name)) _bgtaskctl_paths -c ;;"
      }
    }
  }

  private func action(_ completion: ValueCompletion) -> String? {
    switch completion {
    case .nothing: nil
    case .choices(let words):
      (words.contains { $0.contains("=") } ? "_bgtaskctl_assignments" : "_bgtaskctl_words")
        + " '\(words.joined(separator: " "))'"
    case .verbs: "_bgtaskctl_words '\(commands.verbs.map(\.name).joined(separator: " "))'"
    case .files: "_bgtaskctl_paths -f"
    case .directories: "_bgtaskctl_paths -d"
    case .environment: #"compopt -o nospace; mapfile -t COMPREPLY < <(compgen -v -S = -- "$cur")"#
    case .identifiers: "_bgtaskctl_identifiers"
    case .instances: "_bgtaskctl_instances"
    case .fleetTasks: "_bgtaskctl_fleet_tasks"
    case .fleetMachines: "_bgtaskctl_fleet_machines"
    }
  }
}
