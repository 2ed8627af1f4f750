import ConfigurationFiles
import LinuxSystem
import SchedulerCore

/// Who may submit. Names and groups are asked of the system only where a rule needs them. It is confined to
/// the daemon's queue.
final class Submitters {
  /// What was found out is believed for so long.
  private static let ageUSec: Int64 = 300_000_000
  /// So many users are remembered.
  private static let memory = 1024

  private struct Answer {
    var refusal: String?
    var untilUSec: Int64
  }

  /// New ones have everybody looked up again.
  var rules: SubmissionRules {
    didSet { if rules != oldValue { answers = [:] } }
  }
  private let isSystem: Bool
  private var answers: [UInt32: Answer] = [:]
  private var asked: Set<UInt32> = []

  init(_ rules: SubmissionRules, isSystem: Bool) {
    self.rules = rules
    self.isSystem = isSystem
  }

  /// Whether it can be said of a user now.
  func isKnown(_ uid: UInt32) -> Bool {
    guard rules.needNames else { return true }
    return answers[uid].map { SystemClock.monotonicUSec < $0.untilUSec } ?? false
  }

  /// Whether the user has to be looked up, which was not begun yet.
  func ask(about uid: UInt32) -> Bool { asked.insert(uid).inserted }

  /// The user was looked up.
  func learned(_ membership: UserMembership, of uid: UInt32) {
    asked.remove(uid)
    if answers.count >= Self.memory { answers = [:] }
    answers[uid] = Answer(
      refusal: rules.refusal(
        of: uid, name: membership.name, groups: membership.groups.map { ($0.gid, $0.name) },
        isSystem: isSystem),
      untilUSec: SystemClock.monotonicUSec + Self.ageUSec)
  }

  /// Why the caller may not submit; nil when it may.
  func refusal(of caller: Caller) -> String? {
    guard !caller.isPrivileged else { return nil }
    guard rules.needNames else {
      return rules.refusal(of: caller.uid, name: nil, groups: [], isSystem: isSystem)
    }
    guard let answer = answers[caller.uid] else { return "user \(caller.uid) is not known yet; try again" }
    return answer.refusal
  }
}
