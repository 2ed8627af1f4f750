/// The shells that completions are made for.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script, without a newline at its end.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// The file that shells look for.
  var fileName: String {
    switch self {
    case .bash: "bgtaskctl.bash"
    case .zsh: "_bgtaskctl"
    case .fish: "bgtaskctl.fish"
    }
  }

  /// The comment that names the script's origin.
  var origin: String {
    "# Made from bgtaskctl's table of verbs and options by: bgtaskctl completion \(rawValue)"
  }

  /// The command that asks the daemon for identifiers.
  static let listIdentifiers = "bgtaskctl list --identifiers 2>/dev/null"
  /// The command that asks for identifiers and templates.
  static let listInstances = "bgtaskctl list --identifiers --templates 2>/dev/null"
  /// The command that asks the fleet's database for identifiers.
  static let listFleetTasks = "bgtaskctl fleet list --identifiers 2>/dev/null"
  /// The command that asks the fleet's database for the names of machines.
  static let listFleetMachines = "bgtaskctl fleet machines --names 2>/dev/null"
}
