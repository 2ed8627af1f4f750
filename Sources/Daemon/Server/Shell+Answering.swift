import Dispatch
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

extension Shell {
  /// Sends the scheduler's answer to a call.
  /// - Parameter submitted: The payloads of the tasks that this batch of events accepted.
  func answer(_ token: ReplyToken, _ reply: SchedulerCore.Reply, submitted: [TaskID: [UInt8]]) {
    guard let call = calls.remove(token) else { return }
    switch reply {
    case .submitted(let snapshot):
      wireTasks([snapshot], requests: call.requests(of: [.success(snapshot)]), payloads: submitted) {
        shell, tasks in
        guard let task = tasks[snapshot.task.id] else {
          return shell.refuse(call.id, .noSuchTask(identifier: snapshot.task.request.identifier))
        }
        shell.server.reply(call.id, Message.reply(SchedulerMethod.Submit.Reply(task: task)))
      }
    case .batch(let results): answer(call, results, submitted: submitted)
    case .done:
      if call.makesApplication { server.becomesApplication(call.id) }
      server.reply(call.id, Message.reply(Empty()))
    case .cancelledDeclared(let file):
      server.reply(call.id, Message.reply(SchedulerMethod.Cancel.Reply(declaredIn: file)))
    case .cancelled(let count):
      server.reply(call.id, Message.reply(SchedulerMethod.CancelAll.Reply(count: count)))
    case .launched(let run):
      server.reply(call.id, Message.reply(SchedulerMethod.SimulateLaunch.Reply(runId: run.text)))
    case .registered(let name, let application):
      registered(call.id, name: name, application: application)
    case .conditions(let snapshot):
      server.reply(
        call.id,
        Message.reply(SchedulerMethod.SimulateConditions.Reply(conditions: Wire.Conditions(snapshot))))
    case .failed(let error): refuse(call.id, error)
    }
  }

  /// Puts the results of the requests that were right between the errors of those that were not.
  private func answer(
    _ call: PendingCall, _ results: [Result<TaskSnapshot, SchedulerError>], submitted: [TaskID: [UInt8]]
  ) {
    let accepted = results.compactMap { try? $0.get() }
    wireTasks(accepted, requests: call.requests(of: results), payloads: submitted) { shell, tasks in
      // A large batch has a long answer.
      shell.encoding.async {
        var decided = results[...]
        let all = call.errors.map { error -> Wire.SubmitResult in
          if let error { return Wire.SubmitResult(error) }
          switch decided.removeFirst() {
          case .failure(let error): return Wire.SubmitResult(SchedulerInterfaceError(error))
          case .success(let snapshot): return Wire.SubmitResult(task: tasks[snapshot.task.id])
          }
        }
        let message = Message.reply(SchedulerMethod.SubmitBatch.Reply(results: all))
        self.later { $0.server.reply(call.id, message) }
      }
    }
  }

  /// Tasks as callers see them. A task that has gone meanwhile is left out.
  /// - Parameters:
  ///   - requests: What was submitted, of those tasks of which it is at hand.
  ///   - payloads: The same, as the store keeps it. What is in neither is read from there.
  func wireTasks(
    _ snapshots: [TaskSnapshot], requests: [TaskID: Wire.TaskRequest] = [:],
    payloads: [TaskID: [UInt8]] = [:],
    then body: @escaping @Sendable (isolated Shell, [TaskID: Wire.Task]) -> Void
  ) {
    let moment = now()
    // The reason is worth its price where somebody looks at few tasks, not in a batch of thousands.
    let reasons = snapshots.prefix(Self.pageLength).map { snapshot in
      scheduler.firstReason(of: snapshot.task.id, at: moment)
    }
    let missing = snapshots.map(\.task.id).filter { requests[$0] == nil && payloads[$0] == nil }
    let make: @Sendable (FoundPayloads) -> [TaskID: Wire.Task] = { found in
      var tasks: [TaskID: Wire.Task] = [:]
      tasks.reserveCapacity(snapshots.count)
      for (position, snapshot) in snapshots.enumerated() {
        let id = snapshot.task.id
        let reason = position < reasons.count ? reasons[position] : nil
        if let request = requests[id] {
          tasks[id] = Wire.Task(snapshot, request: request, reason: reason)
          continue
        }
        let stored = payloads[id].map { .success($0) } ?? found[id]
        tasks[id] = Wire.Task(snapshot, stored: stored, reason: reason)
      }
      return tasks
    }
    guard !missing.isEmpty else { return body(self, make([:])) }
    store.payloads(of: missing) { read in
      let found = (try? read.get()) ?? [:]
      let tasks = make(found)
      self.later { shell in
        // What has gone meanwhile is left out, and what is not there without having gone is damaged.
        let gone = missing.filter { found[$0] == .failure(.missing) && !shell.scheduler.hasTask($0) }
        body(shell, gone.isEmpty ? tasks : tasks.filter { !gone.contains($0.key) })
      }
    }
  }
}
