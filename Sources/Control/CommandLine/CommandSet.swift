/// A program's verbs, with the name that it is called by.
struct CommandSet: Sendable {
  let program: String
  /// Grouped by what somebody wants, the most common first.
  let verbs: [VerbSpecification]

  /// What people call.
  static let control = CommandSet(program: "bgtaskctl", verbs: CommandTable.verbs)
  /// What the daemon and systemd call.
  static let helper = CommandSet(
    program: "bgtask-helper",
    verbs: [
      ActVerb.specification, ProbeVerb.specification, LookVerb.specification, ReadFilesVerb.specification,
      GenerateVerb.specification, HelpVerb.specification, VersionVerb.specification,
    ])

  func verb(_ name: String) -> VerbSpecification? { verbs.first { $0.name == name } }
}
