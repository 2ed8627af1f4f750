package import SchedulerCore

/// The agent's state, for people.
extension FleetAgent {
  /// Returns the agent's state at this moment.
  package func status(at now: BootTime) -> FleetStatus {
    FleetStatus(
      session: session.id, isAccepted: session.isAccepted,
      sequence: link.pending?.sequence ?? session.sequence - 1,
      sinceGoodExchange: session.lease.map { now - $0.sent },
      untilStop: session.lease.map { max($0.stopAt - now, .zero) },
      awayFor: link.awaySince.map { now - $0 },
      untilExchange: link.isUnderWay ? nil : max(link.moment - now, .zero),
      hasDaemon: hasDaemon, isDraining: isDraining, storeFailure: store.failure,
      grants: holdings.map { holding in
        FleetStatus.Held(
          id: holding.id, identifier: holding.grant?.identifier, user: holding.grant?.user,
          state: holding.state.word)
      },
      verdicts: classes.order.compactMap { classes.entries[$0].flatMap(verdict) })
  }
}

extension Holding.State {
  /// The state in the words of the command.
  fileprivate var word: FleetStatus.GrantState {
    switch self {
    case .granted: .granted
    case .unsure: .unknown
    case .submitted(_, let isAccepted): isAccepted ? .waiting : .submitted
    case .withdrawing, .stopping: .stopping
    case .running: .running
    case .ended: .ended
    case .released: .released
    }
  }
}
