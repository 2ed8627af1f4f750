public import BackgroundTasks
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

  /// The machine is at its best at once: whatever a request may require by its flags, holds; for what it asks
  /// in an expression, see ``setAllRequirementsMet(for:)``. What is due is called when time is advanced, also
  /// by nothing.
  public func setAllRequirementsMet() { setConditions(atOnce: true) { $0 = .allRequirementsMet } }

  /// What this pending task waits for about the machine holds at once, in its flags and in its expressions;
  /// dates, budgets and distances stay as they are. Of the ways in which an expression may hold it takes one
  /// that changes little. What is for time to bring stays as well: times of day, days of the week, and the
  /// time for which something must have held, so advance time; and of an expression that no machine can meet,
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

  /// The machine's time zone, which says what time of day it is for conditions such as
  /// `.between("22:00", "06:00")`, and which day of the week; GMT unless the test says otherwise. Summer time
  /// comes and goes for thirty years from ``now`` on.
  public var timeZone: TimeZone {
    get { simulation.withState { $0.timeZone } }
    set { simulation.withState { $0.setTimeZone(newValue) } }
  }
}
