@testable import SchedulerCore

/// Programs that ask for time, and what they were told: counted in other words than the scheduler's own. It
/// has random numbers of its own, so that lives in which nobody asks stay as they were when they were found.
struct SwarmHolders {
  struct Holder {
    let assertion: Assertion
    let endsAt: MonotonicTime?
    /// Why it was told to end, and until when it had time for that; nil while it lasts.
    var told: (code: ReasonCode, until: MonotonicTime)?
    var isDropped = false
  }

  /// By their connections.
  var all: [ConnectionID: Holder] = [:]
  /// How many there were, and how many of them had to end.
  private(set) var begun = 0
  private(set) var told = 0
  let isUsed: Bool
  var random: SeededGenerator
  /// The machine was about to go when the last event had been handled.
  var isDeparting = false
  /// So many more are asked for by one user who asks for too many.
  var rush = 0

  init(seed: UInt64, isUsed: Bool) {
    random = SeededGenerator(seed: seed)
    self.isUsed = isUsed
    if isUsed, chance(20) { rush = 80 }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// What a departing machine has to wait for.
  var awaited: [ConnectionID] {
    all.filter { !$0.value.isDropped && ($0.value.assertion.limit != nil || $0.value.told != nil) }
      .keys.sorted()
  }

  /// The process is in the middle of something.
  func keeps(_ process: RunID?) -> Bool {
    process != nil && all.values.contains { $0.assertion.process == process && $0.assertion.limit != nil }
  }

  /// Takes in what was asked, and what became of it.
  /// - Returns: What is wrong about that; nil when nothing is.
  mutating func take(
    _ event: Event, _ decision: Decision, _ after: Scheduler, at now: MonotonicTime
  ) -> String? {
    defer { isDeparting = after.volatile.departure != nil }
    if case .disconnected(let id) = event { all[id] = nil }
    guard case .call(.beginAssertion(let assertion), _, let token) = event else { return nil }
    let count = all.values.count { $0.assertion.uid == assertion.uid }
    let isEnding = if case .shuttingDown = after.volatile.phase { true } else { false }
    let isLate = assertion.limit != nil && isDeparting
    let mayBegin = count < 64 && all[assertion.connection] == nil && !isLate && !isEnding
    // Its process may have been ended by the same event, after it was answered.
    let isRefusable = assertion.process.map { after.tables.processes[$0]?.isEnding == true } ?? false
    for case .reply(token, let reply) in decision.directives {
      switch reply {
      case .asserting(let remaining, let grace, let reason):
        guard mayBegin else { return "somebody gets time who may not have it" }
        guard remaining == assertion.limit, grace == after.configuration.expirationGrace,
          (reason != nil) == isDeparting
        else {
          return "who asks is told something else than is true"
        }
        begun += 1
        all[assertion.connection] = Holder(
          assertion: assertion, endsAt: assertion.limit.map { now + $0 })
      case .failed: if mayBegin && !isRefusable { return "somebody gets no time who may have it" }
      default: return "that is no answer"
      }
      return nil
    }
    return "who asks for time is not answered"
  }

  /// Somebody is told to end: in time, and not twice for the same reason unless the machine goes again.
  mutating func warn(
    _ id: ConnectionID, _ code: ReasonCode, _ grace: TimeSpan, _ scheduler: Scheduler, at now: MonotonicTime
  ) -> String? {
    guard let holder = all[id] else { return "connection \(id.value) is told to end, which has no time" }
    if code == .runtimeLimit {
      if holder.told?.code == code { return "connection \(id.value) is told twice that its time is up" }
      guard let endsAt = holder.endsAt, endsAt <= now else {
        return "connection \(id.value) is told too early that its time is up"
      }
    } else {
      if holder.told?.code == .runtimeLimit { return "connection \(id.value) knows already" }
      guard code == scheduler.volatile.departure?.reason.code else {
        return "connection \(id.value) is told of \(code), which is not so"
      }
    }
    if holder.told == nil { told += 1 }
    all[id]?.told = (code, now + grace)
    return nil
  }

  /// The machine is back, or stays.
  mutating func relieve(
    _ id: ConnectionID, _ remaining: TimeSpan?, _ scheduler: Scheduler, at now: MonotonicTime
  ) -> String? {
    guard let holder = all[id], holder.told?.code != .runtimeLimit, scheduler.volatile.departure == nil else {
      return "connection \(id.value) is relieved of what nobody has told it"
    }
    all[id]?.told = nil
    return remaining == holder.endsAt.map { max($0 - now, .zero) }
      ? nil : "connection \(id.value) is told that it has \(String(describing: remaining))"
  }

  /// Somebody has overstayed.
  mutating func drop(_ id: ConnectionID, at now: MonotonicTime) -> String? {
    guard let holder = all[id], !holder.isDropped else {
      return "connection \(id.value) is closed, which has no time"
    }
    guard let told = holder.told, told.code == .runtimeLimit, told.until <= now else {
      return "connection \(id.value) is closed before its grace is over"
    }
    all[id]?.isDropped = true
    return nil
  }

  /// What is wrong after a batch.
  func violations(of scheduler: Scheduler, at now: MonotonicTime) -> [String] {
    var found: [String] = []
    let tables = scheduler.tables
    if Set(tables.assertions.keys) != Set(all.keys) {
      found.append("\(tables.assertions.keys.sorted()) have time, not \(all.keys.sorted())")
    }
    let counts = all.values.reduce(into: [UInt32: Int]()) { $0[$1.assertion.uid, default: 0] += 1 }
    if tables.indexes.assertionsByUser != counts { found.append("users' assertions are counted wrongly") }
    guard scheduler.volatile.phase != .starting else { return found }
    for (id, holder) in all.sorted(by: { $0.key < $1.key }) where !holder.isDropped {
      if holder.told?.code == .runtimeLimit {
        if holder.told.map({ $0.until <= now }) == true { found.append("\(id.value) may overstay") }
      } else if holder.endsAt.map({ $0 <= now }) == true {
        found.append("the time of \(id.value) is up, and it does not know")
      }
    }
    return found
  }
}

extension Swarm {
  mutating func checkHolders() {
    for violation in holders.violations(of: scheduler, at: now.monotonic) { fail(violation) }
  }

  /// Somebody asks for time, or is done. Nil mostly.
  mutating func nextEventOfHolders() -> Event? {
    guard holders.isUsed else { return nil }
    if holders.rush > 0, holders.chance(50) {
      holders.rush -= 1
      return beginning(uid: 10, process: nil)
    }
    guard holders.chance(30) else { return nil }
    // Who was told mostly ends, and a connection that was closed is seen to be.
    let leaving = holders.all.filter { $0.value.told != nil }.keys.sorted()
    if let id = leaving.randomElement(using: &holders.random), holders.chance(70) { return .disconnected(id) }
    if holders.chance(35), let id = holders.all.keys.sorted().randomElement(using: &holders.random) {
      if holders.chance(10), let again = holders.all[id]?.assertion {
        return .call(.beginAssertion(again), uid: again.uid)
      }
      return .disconnected(id)
    }
    let own = applications.filter { $0.process != nil && $0.isRunning && !$0.wasKilled }
    if holders.chance(60), let program = own.randomElement(using: &holders.random) {
      return beginning(uid: program.key.uid, process: program.process)
    }
    return beginning(uid: UInt32.random(in: 10...12, using: &holders.random), process: nil)
  }

  private mutating func beginning(uid: UInt32, process: RunID?) -> Event {
    connections += 1
    let limit = TimeSpan(uSec: Int64.random(in: 1_000_000...600_000_000, using: &holders.random))
    return .call(
      .beginAssertion(
        Assertion(
          connection: ConnectionID(connections), uid: uid, why: "saving",
          limit: holders.chance(75) ? limit : nil, process: process, since: now.wall)), uid: uid)
  }
}
