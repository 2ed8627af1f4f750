import SchedulerCore

extension SimulatedScheduler {
  /// What the machine is like.
  public var conditions: Conditions { simulation.withState { $0.conditions } }

  /// Changes what the machine is like, as in `simulated.setConditions { $0.power = .battery }`. As on a
  /// machine, a change counts when it has lasted for ``Configuration/settling``: advance time, or let it
  /// count at once.
  /// - Parameters:
  ///   - atOnce: The change counts as if it had lasted; what piled up starts at once, too.
  ///   - change: Changes what is to change.
  public func setConditions(atOnce: Bool = false, _ change: (inout Conditions) -> Void) {
    var conditions = conditions
    change(&conditions)
    let changed = conditions
    simulation.withState { $0.setConditions(changed, atOnce: atOnce) }
  }

  /// The machine is at its best at once: whatever a request may require, holds. What is due is called when
  /// time is advanced, also by nothing.
  public func setAllRequirementsMet() { setConditions(atOnce: true) { $0 = .allRequirementsMet } }

  /// What this pending task waits for about the machine holds at once; dates, budgets and distances stay as
  /// they are.
  /// - Throws: ``SimulationError/refused(_:)`` when no such task is pending.
  public func setAllRequirementsMet(for identifier: String) throws {
    var conditions = conditions
    let codes = try simulation.withState { state in
      guard let explanation = state.explain(identifier) else { throw SimulationError.notPending(identifier) }
      return explanation.reasons.map(\.code)
    }
    for code in codes { conditions.meet(code) }
    let met = conditions
    simulation.withState { $0.setConditions(met, atOnce: true) }
  }
}
