/// What has been asked and what is being asked. An answer counts for a while; of what nobody waits for any
/// more nothing is kept.
struct Checks {
  /// An answer, and how long it counts.
  struct Found: Equatable {
    let finding: CheckFinding
    let expires: MonotonicTime
  }

  /// So many questions are open at a time in all, and of each user: a slow answer holds up nobody else.
  static let openLimit = 8
  static let openLimitPerUser = 1

  private var found: [ConditionCheck: Found] = [:]
  private var open: [RunID: ConditionCheck] = [:]
  private var turns = UserTurns()

  /// The answer that counts; nil when it has to be asked.
  func fresh(_ check: ConditionCheck, at now: MonotonicTime) -> Found? {
    found[check].flatMap { now < $0.expires ? $0 : nil }
  }

  func isOpen(_ check: ConditionCheck) -> Bool { open.values.contains(check) }

  /// What was found, in words.
  func words(for check: ConditionCheck, at now: MonotonicTime) -> String {
    if let answer = fresh(check, at: now) { return answer.finding.words }
    return isOpen(check) ? "is being asked" : "is asked when nothing else is lacking"
  }

  /// There is room for another question.
  var hasRoom: Bool { open.count < Self.openLimit }

  /// There is room for another question of this user.
  func hasRoom(for uid: UInt32) -> Bool {
    open.values.count { $0.uid == uid } < Self.openLimitPerUser
  }

  /// The users in the order in which it is their turn to ask.
  func inTurn(_ users: some Sequence<UInt32>) -> [UInt32] {
    turns.sorted(users)
  }

  /// The question is being asked now.
  mutating func ask(_ check: ConditionCheck, as id: RunID) {
    open[id] = check
    if let uid = check.uid { turns.take(uid) }
  }

  /// What was asked; nil when it was not.
  mutating func close(_ id: RunID) -> ConditionCheck? { open.removeValue(forKey: id) }

  mutating func keep(_ finding: CheckFinding, of check: ConditionCheck, until expires: MonotonicTime) {
    found[check] = Found(finding: finding, expires: expires)
  }

  mutating func forget(_ check: ConditionCheck) { found[check] = nil }

  /// The answers of which that is true do not count any more.
  mutating func expire(_ isMeant: (ConditionCheck) -> Bool) {
    for check in found.keys.filter(isMeant) { found[check] = nil }
  }
}
