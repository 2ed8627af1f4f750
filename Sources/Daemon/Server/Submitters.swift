import ConfigurationFiles
import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore

/// The users who may submit. The system is asked for names and groups only where a rule needs them. Confined
/// to the daemon's queue.
final class Submitters {
  /// The time for which an answer counts, in microseconds.
  private static let ageUSec: Int64 = 300_000_000
  /// The number of users whose answers are kept.
  private static let memory = 1024

  private struct Answer {
    var refusal: String?
    var untilUSec: Int64
  }

  /// The rules of submission. New rules have every user looked up again.
  var rules: SubmissionRules {
    didSet { if rules != oldValue { (answers, names, named) = ([:], [:], [:]) } }
  }
  private let isSystem: Bool
  private let ownUser: UInt32
  private var answers: [UInt32: Answer] = [:]
  private var asked: Set<UInt32> = []
  /// The users who act for others, and those for whom they do, with the names of all.
  private var names: [UInt32: (user: NamedUser, untilUSec: Int64)] = [:]
  /// The users for whom others act, by what these call them; `nil` for the name of no user.
  private var named: [String: (user: NamedUser?, untilUSec: Int64)] = [:]

  init(_ rules: SubmissionRules, isSystem: Bool, ownUser: UInt32) {
    self.rules = rules
    self.isSystem = isSystem
    self.ownUser = ownUser
  }

  /// Whether the answer about a user is known now.
  func isKnown(_ uid: UInt32) -> Bool {
    guard rules.needNames else { return true }
    return answers[uid].map { SystemClock.monotonicUSec < $0.untilUSec } ?? false
  }

  /// Records that a user is being looked up. Returns `false` when that was begun already.
  func ask(about uid: UInt32) -> Bool { asked.insert(uid).inserted }

  /// Takes in the result of a user's look-up.
  func learned(_ membership: UserMembership, of uid: UInt32) {
    asked.remove(uid)
    if answers.count >= Self.memory { answers = [:] }
    answers[uid] = Answer(
      refusal: rules.refusal(
        of: uid, name: membership.name, groups: membership.groups.map { ($0.gid, $0.name) },
        isSystem: isSystem),
      untilUSec: SystemClock.monotonicUSec + Self.ageUSec)
  }

  /// Returns why the caller may not submit; `nil` when it may.
  func refusal(of caller: Caller) -> String? {
    // Whoever acts for another was asked about with the call.
    guard !caller.isPrivileged, caller.actor == nil else { return nil }
    guard rules.needNames else {
      return rules.refusal(of: caller.uid, name: nil, groups: [], isSystem: isSystem)
    }
    guard let answer = answers[caller.uid] else { return "user \(caller.uid) is not known yet; try again" }
    return answer.refusal
  }

  // MARK: Acting for others

  /// The time for which the names of users count, in microseconds: a user who is removed acts no longer.
  private static let nameAgeUSec: Int64 = 60_000_000
  /// The most bytes of a user's name.
  private static let nameBytes = 255

  /// Whether it is known now whom the call of this caller is for. For a caller who may act for nobody that
  /// is only a question of the caller's own name.
  func isKnown(_ text: String, of caller: Caller) -> Bool {
    guard (1...Self.nameBytes).contains(text.utf8.count), text != String(caller.uid) else { return true }
    let now = SystemClock.monotonicUSec
    guard let own = names[caller.uid], now < own.untilUSec else { return false }
    guard text != own.user.name, caller.isPrivileged || rules.mayDelegate(own.user) else { return true }
    return named[text].map { now < $0.untilUSec } ?? false
  }

  /// A look-up of a caller and of the user for whom it acts, for any queue: a directory service may be asked.
  struct LookUp: Sendable {
    fileprivate let text: String
    fileprivate let caller: Caller
    fileprivate let rules: SubmissionRules
    fileprivate private(set) var own: NamedUser?
    fileprivate private(set) var user: NamedUser?

    /// Returns the look-up with the system's answers.
    func answered() -> LookUp {
      let own = NamedUser(uid: caller.uid, name: UserAccount.existing(String(caller.uid))?.name)
      var answered = self
      answered.own = own
      guard caller.isPrivileged || rules.mayDelegate(own) else { return answered }
      answered.user = UserAccount.existing(text).map { NamedUser(uid: $0.uid, name: $0.name) }
      return answered
    }
  }

  func lookUp(_ text: String, of caller: Caller) -> LookUp {
    LookUp(text: text, caller: caller, rules: rules)
  }

  /// Takes in the result of a look-up.
  func learned(_ lookUp: LookUp) {
    if names.count >= Self.memory { names = [:] }
    if named.count >= Self.memory { named = [:] }
    let until = SystemClock.monotonicUSec + Self.nameAgeUSec
    if let own = lookUp.own { names[own.uid] = (own, until) }
    named[lookUp.text] = (lookUp.user, until)
    if let user = lookUp.user { names[user.uid] = (user, until) }
  }

  /// Returns the caller as whom a message counts. Whom it is for has to be known.
  func caller(
    _ caller: Caller, of message: DecodedMessage
  ) throws(SchedulerInterfaceError) -> Caller {
    guard let text = message.user, text != String(caller.uid) else { return caller }
    let own = names[caller.uid]?.user ?? NamedUser(uid: caller.uid, name: nil)
    guard text != own.name else { return caller }
    let shown = SingleLine.escaped(text, maximumScalars: 40)
    guard caller.isPrivileged || rules.mayDelegate(own) else {
      throw .permissionDenied(
        message: "user \(own) may not act for user \(shown); an administrator allows that in [Server] of "
          + "bgtaskd.conf with AllowSubmitFor=\(own.name ?? "\(own.uid)"):\(shown)")
    }
    guard let user = named[text]?.user, user.uid != .max else {
      throw .invalidRequest(
        field: "user", message: "found \"\(shown)\", allowed is the name or the uid of a user of this machine"
      )
    }
    guard user.uid != caller.uid else { return caller }
    guard ownUser == 0 || user.uid == ownUser else {
      throw .permissionDenied(
        message: "this daemon runs as user \(ownUser) and acts for that user only; call the system's daemon")
    }
    if !caller.isPrivileged, let refusal = rules.refusal(of: own, actingFor: user) {
      throw .permissionDenied(message: refusal)
    }
    if message.submits, let refusal = rules.refusal(ofActingFor: user) {
      throw .permissionDenied(message: refusal)
    }
    return Caller(
      uid: user.uid, isPrivileged: user.uid == 0 || user.uid == ownUser, actor: caller.uid)
  }
}

extension SchedulerCall {
  /// The user for whom the caller acts, as the call names it.
  var user: String? {
    switch self {
    case .submit(let parameters): parameters.user
    case .submitBatch(let parameters): parameters.user
    case .cancel(let parameters): parameters.user
    case .renewLease(let parameters): parameters.user
    case .get(let parameters): parameters.user
    case .explain(let parameters): parameters.user
    case .list(let parameters): parameters.user
    case .history(let parameters): parameters.user
    case .output(let parameters): parameters.user
    case .watch(let parameters): parameters.user
    default: nil
    }
  }
}
