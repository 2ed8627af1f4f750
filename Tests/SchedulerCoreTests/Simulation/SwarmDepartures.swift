@testable import SchedulerCore

/// A machine that goes to sleep or shuts down when it likes, whether it is waited for or not.
extension Swarm {
  mutating func nextDeparture() -> Event {
    guard let leaving = departure, chance(70) else {
      let next: Departure = chance(60) ? .sleep : .shutdown
      departure = next
      return .departing(next, limit: TimeSpan(uSec: Int64.random(in: 0...8_000_000, using: &random)))
    }
    // Sometimes only the timer notices that the machine was away.
    departure = nil
    guard leaving == .sleep else { return .departureOver(.shutdown) }
    suspend(for: .seconds(Int64.random(in: 0...40_000, using: &random)))
    return chance(80) ? .departureOver(.sleep) : .resumed
  }

  mutating func letGo() {
    if !isHeld { fail("the machine is let go that nobody held") }
    // A daemon that is starting gives nobody time yet.
    if !wasStarting, let departure = scheduler.volatile.departure,
      now.monotonic < departure.releaseAt
    {
      for id in holders.awaited { fail("the machine is let go before connection \(id.value) has ended") }
    }
    isHeld = false
  }

  /// After a batch: the machine waits for something, or is let go; it is kept awake for a reason, and only
  /// then.
  func departureViolations() -> [String] {
    var found: [String] = []
    let runs = scheduler.tables.runs.values
    if isHeld, let departure = scheduler.volatile.departure {
      if !runs.contains(where: \.isStopping), holders.awaited.isEmpty {
        found.append("the machine waits for nothing")
      }
      if departure.releaseAt <= now.monotonic { found.append("the machine waits for too long") }
      let isTold = runs.allSatisfy { active in
        active.isStopping || active.isOver || active.isRestored
          || (departure.kind == .sleep && active.sleepsThrough)
      }
      if !isTold { found.append("a run was not told that the machine goes") }
    } else if isHeld {
      found.append("the machine waits, and the scheduler does not know")
    }
    let asks = runs.contains { active in
      active.lack == nil && scheduler.tables.tasks[active.run.taskID]?.task.request.preventsSleep == true
    }
    let isWanted =
      asks && scheduler.configuration.allowsSleepPrevention
      && scheduler.conditions.conditions.powerSource == .external
    if isWanted != isAwake, scheduler.volatile.phase != .starting {
      found.append("the machine is \(isAwake ? "" : "not ")kept awake")
    }
    return found
  }

  mutating func checkDeparture() { for violation in departureViolations() { fail(violation) } }
}
