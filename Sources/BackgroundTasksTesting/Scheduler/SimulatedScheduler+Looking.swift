public import BackgroundTasks
import SchedulerAPI
import SchedulerCore

extension SimulatedScheduler {
  /// The purposes of the application's assertions that have not ended.
  public var assertions: [String] {
    simulation.withState { state in
      state.core.assertions(of: SimulationState.caller.uid, at: state.clock.moment).map(\.assertion.why)
    }
  }

  /// The tasks that wait, ordered by identifier.
  public var pending: [PendingTask] {
    simulation.withState { state in
      let tasks = state.core.tasks(of: SimulationState.caller.uid, prefix: "")
      return tasks.filter { $0.state == .waiting }.map {
        PendingTask($0.task, reason: state.core.outlook(of: $0.task.id, at: state.clock.moment).reasons.first)
      }
    }
  }

  /// The runs in progress, in the order in which their tasks were submitted. A run that was launched since
  /// time was last advanced is among them, although its handler has not been called yet.
  public var running: [Run] { simulation.withState { $0.core.activeRuns.map { Run($0) } } }

  /// The runs that ended, in the order of their ends.
  public var history: [Run] { simulation.withState { $0.store.history.map { Run($0) } } }

  /// Returns the ended runs of a task, in the order of their ends.
  public func history(of identifier: String) -> [Run] { history.filter { $0.identifier == identifier } }

  /// Explains why a task is not running now: every reason, not only the first, and its expressions part by
  /// part. Nil when the task is neither pending nor running.
  public func explain(_ identifier: String) -> BGTaskScheduler.Explanation? {
    simulation.withState { state in
      state.explain(identifier).map { BGTaskScheduler.Explanation(SchedulerMethod.Explain.Reply($0)) }
    }
  }

  /// The decisions so far, each with its date and its reasons.
  public var log: [Decision] { simulation.withState { $0.log } }

  /// The ``log`` for people: one line a decision.
  public var logText: String { log.map { "\($0)\n" }.joined() }
}
