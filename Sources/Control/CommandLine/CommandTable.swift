/// The whole command line of `bgtaskctl`, for parsing, help and completions.
enum CommandTable {
  /// Options that stand before or after any verb.
  static let globals: [OptionSpecification] = [
    .value("socket", "PATH", "Talk to the daemon that listens here", completing: .files),
    .flag("user", "Talk to the daemon of this user"),
    .flag("system", "Talk to the daemon of the system"),
    .flag("json", "Write the protocol's JSON, one document a result"),
    .choice("color", ColorMode.self, "When to show colours"),
    .flag("help", short: "h", "Explain the use and exit"),
    .flag("version", "Say the version and exit"),
  ]

  static let verbs: [VerbSpecification] = [
    SubmitVerb.specification, ListVerb.specification, ShowVerb.specification, ExplainVerb.specification,
    StatusVerb.specification, LogsVerb.specification, RunVerb.specification, CancelVerb.specification,
    PauseVerb.specification, ResumeVerb.specification,
    EditVerb.specification, RunVerb.start, RerunVerb.specification, ExpireVerb.specification,
    RenewVerb.specification, FetchVerb.specification, FleetVerb.specification,
    HistoryVerb.specification, TimelineVerb.specification, ReplayVerb.specification,
    WatchVerb.specification, MetricsVerb.specification, RecordVerb.specification,
    ConditionsVerb.specification, SimulateVerb.specification, WaitForVerb.specification,
    HoldVerb.specification,
    ProgressVerb.specification, CheckpointVerb.specification, ShouldDeferVerb.specification,
    CompleteVerb.specification,
    CheckVerb.specification, ImportVerb.specification, ManifestVerb.specification, CalendarVerb.specification,
    CompletionVerb.specification, HelpVerb.specification, VersionVerb.specification,
  ]

  static let allUsers = OptionSpecification.flag(
    "all-users", "Other users' tasks and runs as well (for root and the daemon's own user)")
  static let prefix = OptionSpecification.value(
    "prefix", "TEXT", "Only identifiers that begin with this", completing: .identifiers)
}

/// The verbs of a program, with the program's name.
struct CommandSet: Sendable {
  let program: String
  /// The verbs by group, the most common first.
  let verbs: [VerbSpecification]

  /// The verbs that people call.
  static let control = CommandSet(program: "bgtaskctl", verbs: CommandTable.verbs)
  /// The verbs that the daemon and systemd call.
  static let helper = CommandSet(
    program: "bgtask-helper",
    verbs: [
      ActVerb.specification, ProbeVerb.specification, LookVerb.specification, ReadFilesVerb.specification,
      GenerateVerb.specification, HelpVerb.specification, VersionVerb.specification,
    ])

  /// The verbs about a fleet.
  static let fleet = CommandSet(
    program: "bgtaskctl fleet",
    verbs: [
      FleetSubmitVerb.specification, FleetApplyVerb.specification,
      FleetListVerb.specification, FleetShowVerb.specification,
      FleetExplainVerb.specification, FleetCancelVerb.specification, FleetHistoryVerb.specification,
      FleetReportVerb.specification, FleetWatchVerb.specification,
      FleetMachinesVerb.specification, FleetDrainVerb.specification,
      FleetForgetVerb.specification, FleetSchemaVerb.specification, HelpVerb.specification,
    ])

  /// The verbs behind a verb of this program that leads to others; nil for any other verb.
  func verbs(behind verb: VerbSpecification) -> CommandSet? {
    program == Self.control.program && verb.name == FleetVerb.specification.name ? .fleet : nil
  }

  func verb(_ name: String) -> VerbSpecification? { verbs.first { $0.name == name } }
}
