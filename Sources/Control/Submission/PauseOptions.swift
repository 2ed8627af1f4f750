import LinuxSystem
import SchedulerAPI

/// The scope of `pause` and `resume`, as the options give it.
struct PauseOptions {
  let kind: Wire.Kind?
  let uid: UInt32?
  /// True for the tasks of all users, else nil.
  let allUsers: Bool?
  private let invocation: Invocation

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    kind = try invocation.choice("kind", Wire.Kind.self)
    allUsers = invocation.allUsers
    let name = invocation.line.value("of-user")
    guard let name else {
      uid = nil
      return
    }
    guard allUsers == nil else {
      throw invocation.misuse("--of-user and --all-users cannot be given together")
    }
    guard let account = UserAccount(named: name) else {
      throw invocation.misuse("--of-user: there is no user \(SafeText.inline(name))")
    }
    uid = account.uid
  }

  /// Whether no option is given for the scope. There may be identifiers.
  var isOpen: Bool { kind == nil && uid == nil && allUsers == nil }

  /// Calls the body for each identifier, or once without one.
  func each(
    _ body: (DaemonConnection, _ identifiers: String?) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    guard invocation.line.operands.isEmpty else { return try EachIdentifier.run(invocation, body) }
    try body(try invocation.connect(), nil)
    return .success
  }
}
