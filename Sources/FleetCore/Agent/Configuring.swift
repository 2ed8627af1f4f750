import SchedulerCore

/// Configuration and leave.
extension FleetAgent {
  mutating func configure(_ new: FleetConfiguration, at now: BootTime) {
    let old = configuration
    configuration = new
    if old.allows != new.allows { changeAllows(at: now) }
    if old.groups != new.groups { session.knows = 0 }
    if new.mostRuns == 0, old.mostRuns != 0 { drain(at: now) }
    if phase == .working { link.ask(by: now) }
    if link.isFailing { sayFacts(at: now) }
  }

  /// Says from now on that others are allowed.
  mutating func changeAllows(at now: BootTime) {
    session.hasSaidAllows = false
    toldDisallowed = []
    watchClasses()
    giveBackDisallowed(at: now)
  }

  /// Has an exchange that failed repeated at this moment with the present facts: it may have failed because
  /// of the others.
  mutating func sayFacts(at moment: BootTime) {
    guard !link.isUnderWay else { return }
    link.pending?.name = configuration.name
    link.pending?.groups = configuration.groups
    if !session.hasSaidAllows { link.pending?.allows = configuration.allows.map(\.fleetUser) }
    if link.pending != nil { link.facts = MachineFacts(configuration) }
    link.next = moment
  }

  /// Gives back what has not begun; runs go on.
  private mutating func drain(at now: BootTime) {
    for holding in holdings { giveBack(holding, .conditions, "the machine is draining", at: now) }
  }

  /// Stops everything and leaves the fleet.
  mutating func leave(at now: BootTime) {
    guard phase == .working else { return }
    phase = .leaving
    for holding in holdings where holding.isOpen { stop(holding.id, .leaving, at: now) }
  }

  /// Whether nothing is left to do here but to say that the agent leaves.
  var isReadyToLeave: Bool { phase == .leaving && !holdings.contains(where: \.isOpen) }

  /// Ends the agent when its file says that the session has ended, or cannot be written.
  mutating func exitWhenLeft() {
    let isStored = !store.isChanged && !store.isWriting
    guard phase == .left, isStored || store.failure != nil else { return }
    phase = .exited
    directives.append(.exit)
  }

  private mutating func giveBackDisallowed(at now: BootTime) {
    for holding in holdings {
      guard let user = holding.grant?.user, configuration.localUser(for: user) == nil else { continue }
      giveBack(holding, .disallowed, "tasks of \(user) are not allowed here any more", at: now)
    }
  }

  /// Gives a grant back if it has not begun.
  private mutating func giveBack(
    _ holding: Holding, _ code: ReleaseCode, _ message: String, at now: BootTime
  ) {
    switch holding.state {
    case .granted: release(holding.id, code, message, at: now)
    case .submitted: withdraw(holding.id, code, message)
    default: break
    }
  }
}
