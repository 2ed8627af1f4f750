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
    FetchVerb.specification,
    HistoryVerb.specification, TimelineVerb.specification, WatchVerb.specification,
    MetricsVerb.specification,
    ConditionsVerb.specification, SimulateVerb.specification, WaitForVerb.specification,
    HoldVerb.specification,
    ProgressVerb.specification, ShouldDeferVerb.specification, CompleteVerb.specification,
    CheckVerb.specification, ImportVerb.specification, ManifestVerb.specification, CalendarVerb.specification,
    CompletionVerb.specification, HelpVerb.specification, VersionVerb.specification,
  ]

  static let allUsers = OptionSpecification.flag(
    "all-users", "Other users' tasks and runs as well (for root and the daemon's own user)")
  static let prefix = OptionSpecification.value(
    "prefix", "TEXT", "Only identifiers that begin with this", completing: .identifiers)
}
