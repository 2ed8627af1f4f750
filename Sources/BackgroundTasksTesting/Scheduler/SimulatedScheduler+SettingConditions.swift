public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// The conditions of the machine.
  public var conditions: Conditions { simulation.withState { $0.conditions } }

  /// Changes the machine's conditions, as in `simulated.setConditions { $0.power = .battery }`. As on a
  /// machine, a change counts when it has lasted for ``Configuration/settling``: advance time, or let it
  /// count at once.
  /// - Parameters:
  ///   - atOnce: Whether the change counts as if it had lasted; work that piled up starts at once, too.
  ///   - change: Changes the conditions.
  public func setConditions(atOnce: Bool = false, _ change: (inout Conditions) -> Void) {
    var conditions = conditions
    change(&conditions)
    let changed = conditions
    simulation.withState { $0.setConditions(changed, atOnce: atOnce) }
  }

  /// Puts the machine at its best at once: every requirement that a request's flags may have holds; for its
  /// expressions, see ``setAllRequirementsMet(for:)``. Handlers of due tasks are called when time is
  /// advanced, also by zero.
  public func setAllRequirementsMet() { setConditions(atOnce: true) { $0 = .allRequirementsMet } }

  /// Meets at once what this pending task requires of the machine, in its flags and in its expressions;
  /// dates, budgets and distances stay as they are. Of the ways in which an expression may hold it takes one
  /// that changes little. Conditions that time brings stay as well: times of day, days of the week, and the
  /// time for which a condition must have held, so advance time. Of an expression that no machine can meet,
  /// nothing is met. ``explain(_:)`` says what is left.
  /// - Throws: ``SimulationError/refused(_:)`` when no such task is pending.
  public func setAllRequirementsMet(for identifier: String) throws {
    var conditions = conditions
    let (explanation, expressions) = try simulation.withState { state in
      guard let explanation = state.explain(identifier) else { throw SimulationError.notPending(identifier) }
      return (explanation, state.expressions(of: identifier))
    }
    for reason in explanation.reasons { conditions.meet(reason.code) }
    if !explanation.expression.isEmpty {
      var solver = ConditionSolver(conditions, explanation.expression)
      conditions = solver.meet(expressions) ?? conditions
    }
    let met = conditions
    simulation.withState { $0.setConditions(met, atOnce: true) }
  }

  /// The machine's time zone, which decides the time of day for conditions such as
  /// `.between("22:00", "06:00")`, and the day of the week; GMT unless the test sets another. Summer time
  /// comes and goes for thirty years from ``now`` on.
  public var timeZone: TimeZone {
    get { simulation.withState { $0.timeZone } }
    set { simulation.withState { $0.setTimeZone(newValue) } }
  }
}
