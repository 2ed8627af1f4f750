/// Completions for bash, without the bash-completion package.
enum BashCompletion {
  static var script: String {
    let verbs = CommandTable.verbs.map(\.name).joined(separator: " ")
    return """
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

      _bgtaskctl() {
        local cur=${COMP_WORDS[COMP_CWORD]} verb= option= program= ended= word i
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
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
          _bgtaskctl_paths -f
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

      complete -F _bgtaskctl bgtaskctl
      """
  }

  /// Every option of the table once: options with the same name have the same values.
  private static var allOptions: [OptionSpecification] {
    var seen: Set<String> = []
    return (CommandTable.globals + CommandTable.verbs.flatMap(\.options)).filter {
      seen.insert($0.name).inserted
    }
  }

  private static var valueOptions: [String] { allOptions.filter(\.takesValue).flatMap(\.spellings) }

  private static var commandVerbTest: String {
    CommandTable.verbs.filter { [.command, .program].contains($0.operands) }
      .map { "$verb == \($0.name)" }.joined(separator: " || ")
  }

  private static var valueCases: [String] {
    allOptions.filter(\.takesValue).compactMap { option in
      action(option.completion).map { "\(option.spellings.joined(separator: " | "))) \($0) ;;" }
    }
  }

  private static var optionCases: [String] {
    let globals = CommandTable.globals.flatMap(\.spellings)
    let verbs = CommandTable.verbs.filter { !$0.options.isEmpty }.map { verb in
      let words = (verb.options.flatMap(\.spellings) + globals).joined(separator: " ")
      return "\(verb.name)) _bgtaskctl_words '\(words)' ;;"
    }
    return verbs + ["*) _bgtaskctl_words '\(globals.joined(separator: " "))' ;;"]
  }

  private static var operandCases: [String] {
    CommandTable.verbs.compactMap { verb in
      switch verb.operands {
      case .none: nil
      case .words(_, let completion): action(completion).map { "\(verb.name)) \($0) ;;" }
      case .command, .program: "\(verb.name)) _bgtaskctl_paths -c ;;"
      }
    }
  }

  private static func action(_ completion: ValueCompletion) -> String? {
    switch completion {
    case .nothing: nil
    case .choices(let words):
      (words.contains { $0.contains("=") } ? "_bgtaskctl_assignments" : "_bgtaskctl_words")
        + " '\(words.joined(separator: " "))'"
    case .verbs: "_bgtaskctl_words '\(CommandTable.verbs.map(\.name).joined(separator: " "))'"
    case .files: "_bgtaskctl_paths -f"
    case .directories: "_bgtaskctl_paths -d"
    case .environment: #"compopt -o nospace; mapfile -t COMPREPLY < <(compgen -v -S = -- "$cur")"#
    case .identifiers: "_bgtaskctl_identifiers"
    case .instances: "_bgtaskctl_instances"
    }
  }
}
