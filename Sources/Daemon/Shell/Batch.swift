import SchedulerCore
import TaskStore

/// What the store has of the requests that were asked for.
typealias FoundPayloads = [TaskID: Result<[UInt8], PayloadProblem>]

/// What a batch of events comes to: one transaction, then everything else in order.
struct Batch {
  /// What is done after the commit.
  enum Step {
    case directive(Directive)
    case look(AfterCommit)
  }

  var changes: [StoreChange] = []
  var outputs: [(RunID, RunOutput)] = []
  /// The tasks whose payloads the launches need.
  var launches: [TaskID] = []
  var steps: [Step] = []
  /// The payloads of the tasks that were submitted in this batch.
  var submitted: [TaskID: [UInt8]] = [:]

  mutating func append(_ directives: [Directive]) {
    for directive in directives {
      switch directive {
      case .store(let change):
        changes.append(change)
        if case .putTask(let task, let payload?) = change { submitted[task.id] = payload }
      case .launch(let launch), .deliver(let launch, _):
        launches.append(launch.run.taskID)
        steps.append(.directive(directive))
      case .reply, .start, .expire, .warn, .freeze, .thaw, .kill, .arm, .report, .releaseDelay, .preventSleep,
        .readyToExit:
        steps.append(.directive(directive))
      }
    }
  }
}
