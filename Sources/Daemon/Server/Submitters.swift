import ConfigurationFiles
import LinuxSystem
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
    didSet { if rules != oldValue { answers = [:] } }
  }
  private let isSystem: Bool
  private var answers: [UInt32: Answer] = [:]
  private var asked: Set<UInt32> = []

  init(_ rules: SubmissionRules, isSystem: Bool) {
    self.rules = rules
    self.isSystem = isSystem
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
    guard !caller.isPrivileged else { return nil }
    guard rules.needNames else {
      return rules.refusal(of: caller.uid, name: nil, groups: [], isSystem: isSystem)
    }
    guard let answer = answers[caller.uid] else { return "user \(caller.uid) is not known yet; try again" }
    return answer.refusal
  }
}
