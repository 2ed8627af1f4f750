/// Looking again at what no source is told of: that a disk has room again, that a machine has cooled down.
extension Scheduler {
  /// When the sources have to be asked again; nil while nothing would follow from it. Every wake-up asks
  /// them, so this is so long after the last one, whatever that was for.
  var nextLook: MonotonicTime? {
    let pause = volatile.configuration.recheck
    let lost = volatile.machine.lostUntilLooked
    guard pause > .zero, !lost.isEmpty, volatile.phase == .running, volatile.departure == nil,
      volatile.storeFailure == nil, isWaitedFor(lost)
    else { return nil }
    return volatile.lastLook + pause
  }

  /// Nobody notices whether it is asked a little later.
  var lookLeeway: TimeSpan { TimeSpan(uSec: volatile.configuration.recheck.uSec / 10) }

  /// Whether something would go on if these came back: it waits, or stands still, for nothing else of the
  /// machine.
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
  /// The shell has asked all sources just before this.
  var followsLook: Bool {
    switch self {
    case .started, .timer, .clockChanged, .resumed, .departureOver: true
    default: false
    }
  }
}
