import SchedulerCore

/// The agent's only timer.
extension FleetAgent {
  /// Arms the timer for the next moment at which something is due, if that has changed.
  mutating func arm(at now: BootTime) {
    let next = nextMoment
    guard next != armed else { return }
    armed = next
    directives.append(.arm(next))
  }

  private var nextMoment: BootTime? {
    guard phase == .working || phase == .leaving else { return nil }
    var moments: [BootTime] = []
    if !link.isUnderWay { moments.append(nextExchange) }
    if let retryAt = store.retryAt { moments.append(retryAt) }
    if let lease = session.lease, holdings.contains(where: \.isOpen) { moments.append(lease.stopAt) }
    for holding in holdings {
      if let lateAt = lateAt(holding) { moments.append(lateAt) }
    }
    return moments.min()
  }
}
