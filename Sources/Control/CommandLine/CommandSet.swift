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

  func verb(_ name: String) -> VerbSpecification? { verbs.first { $0.name == name } }
}
