import SchedulerCore
import TaskStore

/// What the store has of the requests that were asked for.
typealias FoundPayloads = [TaskID: Result<[UInt8], PayloadProblem>]

/// What a batch of events comes to: one transaction, then everything else in order.
/// - Parameter AfterCommit: What a look at the scheduler leads to.
struct Batch<AfterCommit: Sendable>: Sendable {
  /// What is done after the commit.
  enum Step: Sendable {
    case directive(Directive)
    case look(AfterCommit)
  }

  private(set) var changes: [StoreChange] = []
  /// The runs whose ends are among the changes. What they wrote goes into the same transaction.
  private(set) var endedRuns: [RunID] = []
  /// The tasks whose payloads the launches need.
  private(set) var launches: [TaskID] = []
  private(set) var steps: [Step] = []
  /// The payloads of the tasks that were submitted in this batch.
  private(set) var submitted: [TaskID: [UInt8]] = [:]

  /// Whether it has to wait for the store: for its transaction, or for what a launch needs to know.
  var needsStore: Bool { !changes.isEmpty || !launches.isEmpty }

  mutating func append(_ look: AfterCommit) { steps.append(.look(look)) }

  mutating func append(_ decision: Decision) {
    changes += decision.changes
    for change in decision.changes { note(change) }
    for directive in decision.directives {
      steps.append(.directive(directive))
      switch directive {
      case .launch(let launch), .deliver(let launch, _): launches.append(launch.run.taskID)
      case .reply, .start, .expire, .warn, .freeze, .thaw, .kill, .arm, .report, .releaseDelay, .preventSleep,
        .readyToExit:
        break
      }
    }
  }

  private mutating func note(_ change: StoreChange) {
    switch change {
    case .putTask(let task, let payload?): submitted[task.id] = payload
    case .putRun(let run) where run.ended != nil: endedRuns.append(run.id)
    case .putTask, .putRun, .deleteTask, .putDeclaration, .deleteDeclaration, .putUse, .deleteUse:
      break
    }
  }
}
