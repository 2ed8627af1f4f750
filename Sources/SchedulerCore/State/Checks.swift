/// What has been asked and what is being asked. An answer counts for a while; of what nobody waits for any
/// more nothing is kept.
struct Checks {
  /// An answer, and how long it counts.
  struct Found: Equatable {
    let finding: CheckFinding
    let expires: MonotonicTime
  }

  private var found: [ConditionCheck: Found] = [:]
  private(set) var questions = OpenQuestions<ConditionCheck>()

  /// The answer that counts; nil when it has to be asked.
  func fresh(_ check: ConditionCheck, at now: MonotonicTime) -> Found? {
    found[check].flatMap { now < $0.expires ? $0 : nil }
  }

  /// What was found, in words.
  func words(for check: ConditionCheck, at now: MonotonicTime) -> String {
    if let answer = fresh(check, at: now) { return answer.finding.words }
    return questions.isOpen(check) ? "is being asked" : "is asked when nothing else is lacking"
  }

  /// The question is being asked now.
  mutating func ask(_ check: ConditionCheck, as id: RunID) { questions.ask(check, of: check.uid, as: id) }

  /// What was asked; nil when it was not.
  mutating func close(_ id: RunID) -> ConditionCheck? { questions.close(id) }

  mutating func keep(_ finding: CheckFinding, of check: ConditionCheck, until expires: MonotonicTime) {
    found[check] = Found(finding: finding, expires: expires)
  }

  mutating func forget(_ check: ConditionCheck) { found[check] = nil }

  /// The answers of which that is true do not count any more.
  mutating func expire(_ isMeant: (ConditionCheck) -> Bool) {
    for check in found.keys.filter(isMeant) { found[check] = nil }
  }
}
