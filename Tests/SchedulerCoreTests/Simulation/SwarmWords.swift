import ConditionSyntax

@testable import SchedulerCore

/// What requests say in their own words, and what only such words ask about. It has random numbers of its
/// own, so that lives in which nobody speaks stay as they were when they were found.
extension Swarm {
  private mutating func often(_ percent: Int) -> Bool {
    speaks && Int.random(in: 0..<100, using: &words) < percent
  }

  private mutating func length(ofWordsUpTo seconds: Int64) -> TimeSpan {
    .seconds(Int64.random(in: 0...seconds, using: &words))
  }

  mutating func speak(of request: inout TaskRequest) {
    if often(40) {
      let names = ["vpn", "idle", "between", "network", "battery"].filter { _ in often(50) }
      request.wish = ConditionWish(
        when: often(80) ? Self.expressions.randomElement(using: &words) : nil,
        whileRunning: often(30) ? Self.expressions.randomElement(using: &words) : nil,
        relaxations: names.isEmpty || often(60)
          ? [] : [Relaxation(after: length(ofWordsUpTo: 7200), without: names)])
    }
    ask(of: &request)
    if often(25) { request.overdueAfter = .seconds(1) + length(ofWordsUpTo: 90_000) }
    if request.repeatEvery == nil, request.kind != .continued, often(20) {
      request.calendar = Self.calendars.randomElement(using: &words).map {
        CalendarSchedule(
          $0, randomizedDelay: often(50) ? length(ofWordsUpTo: 7200) : .zero,
          clockChange: often(30) ? ClockChange.allCases.randomElement(using: &words) : nil)
      }
    }
    for trigger in ActionTrigger.allCases where often(15) {
      request.actions[trigger] = TaskAction(often(50) ? "/bin/tell" : ["t0", "t1", "t5"][often(50) ? 0 : 2])
    }
    order(&request)
    if speaks { paths.ask(of: &request) }
    if often(30) { request.unknownConditions = UnknownPolicy.allCases.randomElement(using: &words) }
  }

  mutating func speak(of configuration: inout SchedulerConfiguration) {
    if often(30) { configuration.idleHold = length(ofWordsUpTo: 60) }
    if often(30) { configuration.activityHold = length(ofWordsUpTo: 60) }
    if often(20) { configuration.unknownConditions = .wait }
  }

  /// Of what no flag asks.
  mutating func wordlessConditions() -> [ConditionChange] {
    let all: [ConditionChange] = [
      .flag(.vpn, [nil, true, false].randomElement(using: &words) ?? nil),
      .flag(.locked, [nil, true, false].randomElement(using: &words) ?? nil),
      .names(.networkNames, [nil, [], ["a"], ["a", "b"]].randomElement(using: &words) ?? nil),
      .names(.users, [nil, [], ["b"], ["c"]].randomElement(using: &words) ?? nil),
    ]
    return all.filter { _ in often(20) }
  }

  /// Nil mostly.
  mutating func zoneChange() -> Event? {
    guard often(5) else { return nil }
    let move = ZoneRules.Transition(at: now.wall + length(ofWordsUpTo: 86_400), offset: 7200)
    return .zoneChanged(ZoneRules(firstOffset: 3600, transitions: often(50) ? [move] : []))
  }

  /// Somebody asks, or does not wait for the answer any more. Nil mostly.
  mutating func inquiry() -> Event? {
    guard often(20) else { return nil }
    if often(30), let id = inquiries.keys.sorted().randomElement(using: &words) { return .disconnected(id) }
    guard let expression = Self.expressions.randomElement(using: &words) else { return nil }
    connections += 1
    let id = ConnectionID(connections)
    return .inquired(
      id, Inquiry(question(or: expression), of: 10, unknownConditions: often(50) ? .proceed : .wait))
  }

  /// Whoever is told that it holds is told so when it does, and once.
  mutating func take(_ answer: InquiryAnswer, to id: ConnectionID) {
    guard let inquiry = inquiries[id] else {
      return fail("inquiry \(id.value) is answered, which nobody made")
    }
    guard answer.holds else { return }
    inquiries[id] = nil
    let waits = inquiry.unknownConditions == .wait
    if !SwarmChecks.holds(inquiry.expression, waits: waits, scheduler, given, at: now) {
      fail("inquiry \(id.value) is told that \(inquiry.expression.text) holds")
    }
  }

  /// Nobody waits for what holds, and nobody is forgotten.
  mutating func checkInquiries() {
    let waiting = scheduler.tables.inquiries
    if Set(waiting.keys) != Set(inquiries.keys) {
      fail("\(waiting.keys.sorted()) wait for an answer, not \(inquiries.keys.sorted())")
    }
    // What is left for the next slice may be an answer.
    if scheduler.volatile.backlog.isGoingOn { return }
    for id in waiting.keys.sorted() {
      guard let inquiry = inquiries[id], scheduler.answer(to: inquiry, at: now).holds else { continue }
      fail("\(inquiry.expression.text) holds, and is waited for")
    }
  }

  static let calendars: [[CalendarExpression]] = [
    ["daily"], ["hourly"], ["*:0/7:30"], ["Mon..Wed 03:00", "Thu 22:15"], ["*-*-* 02:30 UTC"], ["*-*~1"],
  ].map { $0.compactMap { try? CalendarSyntax.parse($0) } }

  private static let expressions: [ConditionExpression] = [
    "vpn", "not vpn", "idle for 30s", "external-power and (unmetered or network \"a\") and not hot",
    "between 08:00 and 20:00", "not (between 03:00 and 04:00) and on mon..fri", "battery >= 60 or vpn",
    "not (locked or idle for 1min)", "no-user logged in or locked",
    "vpn and idle and no-user \"b\" logged in",
    "idle for 10min and between 22:00 and 06:00",
  ].compactMap { try? ConditionSyntax.parse($0) }
}
