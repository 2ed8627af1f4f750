import ConditionSyntax

@testable import SchedulerCore

/// Conditions that have to be asked, with random numbers of their own: lives in which nobody asks stay as
/// they were.
extension Swarm {
  private mutating func often(_ percent: Int) -> Bool {
    asks && Int.random(in: 0..<100, using: &answers) < percent
  }

  mutating func ask(of request: inout TaskRequest) {
    guard often(50) else { return }
    request.wish = ConditionWish(
      when: often(80) ? Self.questions.randomElement(using: &answers) : request.wish.when,
      whileRunning: often(30) ? Self.questions.randomElement(using: &answers) : request.wish.whileRunning,
      relaxations: often(30)
        ? [Relaxation(after: .seconds(Int64.random(in: 0...7200, using: &answers)), without: ["exists"])]
        : request.wish.relaxations)
  }

  mutating func question(or expression: ConditionExpression) -> ConditionExpression {
    guard often(40) else { return expression }
    return Self.questions.randomElement(using: &answers) ?? expression
  }

  /// Somebody gets an answer. Nil mostly.
  mutating func answerToCheck() -> Event? {
    guard !asked.isEmpty, Int.random(in: 0..<100, using: &answers) < 40 else { return nil }
    let request = asked.remove(at: Int.random(in: asked.indices, using: &answers))
    let holds = [true, true, false, nil].randomElement(using: &answers) ?? nil
    given[request.check] = (holds, now.monotonic + scheduler.configuration.checkInterval)
    return .checked(request.id, CheckFinding(holds: holds, words: "\(holds as Any)"))
  }

  /// Each is asked once at a time, as somebody who has something to do with it, and few at a time.
  mutating func take(_ request: CheckRequest) {
    let check = request.check
    if asked.contains(where: { $0.check == check }) { fail("\(check.text) is asked twice at a time") }
    asked.append(request)
    if asked.count > QuestionLimit.inAll { fail("\(asked.count) checks at a time") }
    if asked.count(where: { $0.check.uid == check.uid }) > QuestionLimit.perUser {
      fail("too many checks of a user at a time")
    }
    let ofTasks = scheduler.tables.tasks.entries.flatMap { entry in
      [entry.demand.expression, entry.enforced.expression].compactMap(\.self).flatMap(\.checks)
    }
    let ofInquiries = inquiries.values.flatMap(\.expression.checks)
    let isOfFile = scheduler.tables.tasks.entries.contains { $0.fileQuestion == .open(request.id) }
    if isOfFile { judgement.questions += 1 }
    if !isOfFile, !(ofTasks + ofInquiries).contains(check) {
      fail("\(check.text) is asked, and nobody wants to know")
    }
  }

  /// What waits for nothing but an answer has asked, or waits for its user's turn.
  mutating func checkQuestions() {
    let volatile = scheduler.volatile
    guard volatile.phase == .running, volatile.departure == nil, volatile.storeFailure == nil,
      asked.count < QuestionLimit.inAll, !volatile.backlog.isGoingOn
    else { return }
    for entry in scheduler.tables.tasks.entries where entry.place != .running {
      if entry.fileQuestion == .due, !asked.contains(where: { $0.check.uid == entry.task.uid }) {
        fail("nobody asks for the file of task \(entry.task.id.value)")
      }
      guard entry.task.request.wish.start?.hasChecks == true else { continue }
      let releases = Array(scheduler.evaluate(entry, at: now).releases)
      if releases == [.check], !asked.contains(where: { $0.check.uid == entry.task.uid }) {
        fail("task \(entry.task.id.value) waits for an answer, and nobody asks")
      }
    }
  }

  private static let questions: [ConditionExpression] = [
    "exists /x", "exists /x and vpn", "not exists /x", "reachable a:1 or mounted /y",
    "idle and not (mounted /y or load > 1 per core)", "external-power and (exists /x or check \"/bin/z 1\")",
    "reachable a:1 and between 08:00 and 20:00", "storage >= 10G and idle for 30s",
  ].compactMap { try? ConditionSyntax.parse($0) }
}
