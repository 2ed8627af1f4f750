/// The agent's state as an administrator should see it.
package struct FleetStatus: Hashable, Sendable {
  /// The machine's name in the fleet.
  package let name: String
  /// Whether the database has accepted the session.
  package let isMember: Bool
  /// Whether the database is away, and the journal was told.
  package let isDatabaseAway: Bool
  /// Whether the daemon answers.
  package let hasDaemon: Bool
  /// Whether the agent's file can be written.
  package let canStore: Bool
  /// Whether the machine takes no new work, because its configuration allows none.
  package let isDraining: Bool
  /// The number of grants that the machine holds and that have not ended.
  package let held: Int

  /// Creates a state.
  package init(
    name: String, isMember: Bool, isDatabaseAway: Bool, hasDaemon: Bool, canStore: Bool, isDraining: Bool,
    held: Int
  ) {
    self.name = name
    (self.isMember, self.isDatabaseAway, self.hasDaemon) = (isMember, isDatabaseAway, hasDaemon)
    (self.canStore, self.isDraining, self.held) = (canStore, isDraining, held)
  }
}

extension FleetAgent {
  /// The agent's present state.
  package var status: FleetStatus {
    FleetStatus(
      name: configuration.name, isMember: session.isAccepted, isDatabaseAway: link.awaySince != nil,
      hasDaemon: hasDaemon,
      canStore: store.failure == nil, isDraining: configuration.mostRuns == 0,
      held: holdings.count(where: \.isOpen))
  }
}
