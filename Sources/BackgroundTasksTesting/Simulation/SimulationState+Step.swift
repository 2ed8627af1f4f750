import BackgroundTasks
import SchedulerAPI
import SchedulerCore

extension SimulationState {
  /// The next action of the caller that advances time.
  enum Step {
    /// The application has not come as far as was asked for.
    case wait
    /// The target is reached, and nothing is left to do there.
    case done
    /// Nothing is to be done in this turn.
    case skip
    case launch(SchedulerMethod.Register.Launch, RunID, any SchedulerDelegate)
    case transfer(Wire.Transfer, RunID)
    case expire(SchedulerMethod.Register.Expire, RunID, any SchedulerDelegate)
    case start(RunID)
    case end(RunID)
    case tell(@Sendable () -> Void)
  }

  /// The most calls of a handler at one moment: more would go on for ever.
  private static let mostLaunchesOfMoment = 10

  func isSettled(_ wait: SimulatedScheduler.Wait) -> Bool {
    openCalls == 0 && works.values.allSatisfy { $0.isSettled(wait) }
  }

  /// Describes the work that the application has not ended.
  func complaint(_ wait: SimulatedScheduler.Wait) -> String {
    var open = works.values.filter { !$0.isSettled(wait) }.map { $0.complaint(wait) }
    if openCalls > 0 {
      open.append(
        "a call of the application has not come to an end: the handler that it gave to "
          + "getPendingTaskRequests or submitTaskRequest has not returned, or the actor of the code that "
          + "awaits its answer is busy")
    }
    return open.isEmpty ? "nothing is left to wait for" : open.sorted().joined(separator: "; ")
  }

  /// Delivers what waits for the application, one delivery a step; then lets time pass to the next wake-up.
  mutating func step(to target: MonotonicTime, _ wait: SimulatedScheduler.Wait) throws -> Step {
    // A delivery that concerns work in progress does not wait for its end.
    if let index = outbox.firstIndex(where: { $0.concerns(works) }) {
      return try deliver(outbox.remove(at: index))
    }
    guard isSettled(wait) else { return .wait }
    if !outbox.isEmpty { return try deliver(outbox.removeFirst()) }
    let left = target - clock.moment.monotonic
    if let length = timeUntilWakeUp, length <= left {
      pass(length)
      handle(.timer)
      return .skip
    }
    pass(max(left, .zero))
    return .done
  }

  private mutating func deliver(_ delivery: Delivery) throws -> Step {
    switch delivery {
    case .launch(let launch, let connection): return try deliver(launch, to: connection)
    case .transfer(let launch):
      guard let transfer = store.request(of: launch.run.taskID)?.transfer else {
        preconditionFailure("the transfer of run \(launch.run.id) is not in the store")
      }
      handle(.runStarted(launch.run.id))
      return .transfer(transfer, launch.run.id)
    case .expire(let run, let connection, let reason, let grace):
      guard let delegate = processes[connection]?.delegate else { return .skip }
      works[run]?.expiration = .calling
      let notice = SchedulerMethod.Register.Expire(
        runId: run.text, reason: reason, graceDurationUSec: grace.uSec)
      return .expire(notice, run, delegate)
    case .start(let process): return .start(process)
    case .end(let process): return .end(process)
    case .tell(let tell): return .tell(tell)
    }
  }

  private mutating func deliver(_ launch: Launch, to connection: ConnectionID) throws -> Step {
    let run = launch.run
    // A delivery to a process that is gone is dropped.
    guard let delegate = processes[connection]?.delegate else { return .skip }
    guard let request = store.request(of: run.taskID) else {
      preconditionFailure("the request of run \(run.id) is not in the store")
    }
    launchesOfMoment[run.identifier, default: 0] += 1
    guard launchesOfMoment[run.identifier, default: 0] <= Self.mostLaunchesOfMoment else {
      throw SimulationError.endless(
        "\(run.identifier) was launched \(Self.mostLaunchesOfMoment) times at \(now.logText): its handler "
          + "submits it again without a delay; give the request an earliestBeginDate that lies ahead")
    }
    works[run.id] = Work(identifier: run.identifier, connection: connection, runIdentifier: run.id.text)
    handle(.runStarted(run.id))
    let task = Wire.Task(TaskSnapshot(task: launch.task, state: .running, run: run), request: request)
    return .launch(
      .init(runId: run.id.text, task: task, limitUSec: launch.limit.uSec), run.id, delegate)
  }
}
