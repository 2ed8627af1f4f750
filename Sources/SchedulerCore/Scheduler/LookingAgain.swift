/// Asking the sources again for changes that none of them hears of: a disk has room, a machine has cooled.
extension Scheduler {
  /// The time at which the sources have to measure again; `nil` while nothing would follow from it. Every
  /// wake-up asks the sources, so the time counts from the last wake-up, whatever that was for.
  var nextLook: MonotonicTime? {
    let pause = volatile.configuration.recheck
    let lost = volatile.machine.lostUntilLooked
    guard pause > .zero, !lost.isEmpty, volatile.phase == .running, volatile.departure == nil,
      volatile.storeFailure == nil, isWaitedFor(lost)
    else { return nil }
    return volatile.lastLook + pause
  }

  /// The leeway of ``nextLook``, a tenth of `RecheckSec=`: a slightly later look makes no difference.
  var lookLeeway: TimeSpan { TimeSpan(uSec: volatile.configuration.recheck.uSec / 10) }

  /// Whether a task or a frozen run would go on if these requirements held again: it lacks nothing else of
  /// the machine.
  private func isWaitedFor(_ lost: Requirements) -> Bool {
    let machine = volatile.machine
    func lacksOnly(_ requirements: Requirements) -> Bool {
      !requirements.isDisjoint(with: lost) && machine.isUsable(requirements.subtracting(lost))
    }
    return tables.indexes.groups.requirements.contains(where: lacksOnly)
      || tables.runs.values.contains { active in
        if case .frozen = active.phase { lacksOnly(active.enforced.requirements) } else { false }
      }
  }
}

extension Event {
  /// Whether the shell asks all sources just before this event.
  var followsLook: Bool {
    switch self {
    case .started, .timer, .clockChanged, .resumed, .departureOver: true
    default: false
    }
  }
}
