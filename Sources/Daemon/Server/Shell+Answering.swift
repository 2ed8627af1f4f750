import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

extension Shell {
  /// Sends the scheduler's answer to a call.
  /// - Parameter payloads: The payloads at hand, among them those of the tasks that this batch accepted.
  func answer(_ token: ReplyToken, _ reply: SchedulerCore.Reply, _ payloads: FoundPayloads) {
    guard let call = calls.remove(token) else { return }
    switch reply {
    case .submitted(let snapshot):
      if let stored = payloads[snapshot.task.id] {
        let outlook = Self.outlook(of: snapshot, at: now(), scheduler)
        let task = Wire.Task(snapshot, stored: stored, outlook)
        return server.reply(call.id, Message.reply(SchedulerMethod.Submit.Reply(task: task)))
      }
      server.awaitAnswer(to: call.id)
      show([snapshot], payloads) { shell, tasks in
        // The task was accepted, whatever has become of it since.
        let task = tasks[snapshot.task.id] ?? Wire.Task(snapshot)
        shell.server.reply(call.id, Message.reply(SchedulerMethod.Submit.Reply(task: task)))
      }
    case .batch(let results): answer(call, results, payloads)
    case .done:
      if call.makesApplication { server.becomesApplication(call.id) }
      server.reply(call.id, Message.reply(Empty()))
    case .cancelledDeclared(let file):
      server.reply(call.id, Message.reply(SchedulerMethod.Cancel.Reply(declaredIn: file)))
    case .cancelled(let count):
      server.reply(call.id, Message.reply(SchedulerMethod.CancelAll.Reply(count: count)))
    case .paused(let pause, let running):
      let reply = SchedulerMethod.Pause.Reply(paused: Wire.PausedWork(pause), running: running)
      server.reply(call.id, Message.reply(reply))
    case .resumed(let pauses):
      let reply = SchedulerMethod.Resume.Reply(resumed: pauses.map(Wire.PausedWork.init))
      server.reply(call.id, Message.reply(reply))
    case .launched(let run):
      server.reply(call.id, Message.reply(SchedulerMethod.SimulateLaunch.Reply(runId: run.text)))
    case .registered(let name, let application):
      registered(call.id, name: name, application: application)
    case .asserting(let remaining, let grace, let reason):
      began(call.id, remaining: remaining, grace: grace, reason)
    case .conditions(let snapshot):
      server.reply(
        call.id,
        Message.reply(SchedulerMethod.SimulateConditions.Reply(conditions: Wire.Conditions(snapshot))))
    case .failed(let error): refuse(call.id, error)
    }
  }

  /// The most bytes of stored requests that the answer to a batch repeats: a small request may keep a large
  /// task, and many may keep the same one.
  private static let repeatedBytes = 2 << 20

  /// Answers a batch: the scheduler's results stand between the errors of the requests that were wrong.
  private func answer(
    _ call: PendingCall, _ results: [Result<TaskSnapshot, SchedulerError>], _ payloads: FoundPayloads
  ) {
    let accepted = results.compactMap { try? $0.get() }
    server.awaitAnswer(to: call.id)
    show(accepted, payloads) { shell, tasks in
      // A large batch has a long answer.
      shell.encoding.async {
        var decided = results[...]
        var left = Self.repeatedBytes
        // Each result is large, and is written as soon as it is there.
        var page = ReplyPage("results")
        for error in call.errors {
          if let error {
            page.append(Wire.SubmitResult(error))
            continue
          }
          switch decided.removeFirst() {
          case .failure(let error): page.append(Wire.SubmitResult(SchedulerInterfaceError(error)))
          case .success(let snapshot):
            left -= tasks.storedBytes(of: snapshot.task.id)
            let stored = left < 0 ? nil : tasks[snapshot.task.id]
            page.append(Wire.SubmitResult(task: stored ?? Wire.Task(snapshot)))
          }
        }
        let message = page.message(cursor: nil, continues: false)
        self.later { $0.server.reply(call.id, message) }
      }
    }
  }

  private static func outlook(
    of snapshot: TaskSnapshot, at moment: Moment, _ scheduler: @autoclosure () -> Scheduler
  ) -> Outlook {
    // The reason of a task that was just accepted is known; that of a run comes with its snapshot.
    guard snapshot.state == .waiting, let lack = snapshot.lack else {
      return scheduler().outlook(of: snapshot.task.id, at: moment)
    }
    var outlook = Outlook(reasons: [lack])
    outlook.trustedFor = snapshot.task.lease?.rest(at: moment)
    return outlook
  }

  /// The time that the reasons of a batch's tasks may take.
  private static let reasonsUSec: Int64 = 5000

  /// Passes the tasks on as callers see them. A task that has gone meanwhile is left out.
  /// - Parameter payloads: The payloads at hand; the others are read from the store.
  func show(
    _ snapshots: [TaskSnapshot], _ payloads: FoundPayloads = [:],
    then body: @escaping @Sendable (isolated Shell, ShownTasks) -> Void
  ) {
    let moment = now()
    let end = SystemClock.monotonicUSec + Self.reasonsUSec
    let scheduler = scheduler
    var tasks = ShownTasks(reserving: snapshots.count)
    var missing: [(TaskSnapshot, Outlook)] = []
    for (position, snapshot) in snapshots.enumerated() {
      // The reason is worth its cost for a few tasks, not for a batch of thousands.
      let isWorthIt = position == 0 || SystemClock.monotonicUSec < end
      let outlook =
        isWorthIt || snapshot.lack != nil ? Self.outlook(of: snapshot, at: moment, scheduler) : Outlook()
      if let stored = payloads[snapshot.task.id] {
        tasks.add(snapshot, stored, outlook)
      } else {
        missing.append((snapshot, outlook))
      }
    }
    guard !missing.isEmpty else { return body(self, tasks) }
    store.payloads(of: missing.map(\.0.task.id)) { [tasks, missing] read in
      let found = (try? read.get()) ?? [:]
      self.later { shell in
        var tasks = tasks
        for (snapshot, outlook) in missing {
          let stored = found[snapshot.task.id]
          // A task that has gone meanwhile is left out; else a missing payload is damage.
          guard stored != .failure(.missing) || shell.scheduler.hasTask(snapshot.task.id) else { continue }
          tasks.add(snapshot, stored, outlook)
        }
        body(shell, tasks)
      }
    }
  }
}
