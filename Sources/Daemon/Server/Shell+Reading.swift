import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution
import TaskStore
import Varlink

/// Methods that read one task, its runs and their output. They wait for their turn behind earlier calls, and
/// read the store behind earlier writes.
extension Shell {
  func get(_ identifier: String, _ id: CallID, _ caller: Caller) {
    look { scheduler, _ in
      let snapshot = scheduler.task(identifier, of: caller.uid)
      return { shell in
        guard let snapshot else { return shell.refuse(id, .noSuchTask(identifier: identifier)) }
        shell.server.readInTurn(.task(snapshot), for: id)
      }
    }
  }

  func get(_ snapshot: TaskSnapshot, _ id: CallID, _ turn: ReadTurn) {
    show([snapshot]) { shell, tasks in
      guard let task = tasks[snapshot.task.id] else {
        shell.server.end(turn)
        return shell.refuse(id, .noSuchTask(identifier: snapshot.task.request.identifier))
      }
      let query = HistoryQuery(
        uid: snapshot.task.uid, identifier: snapshot.task.request.identifier, before: nil, rows: 5,
        bytes: Self.pageBytes)
      shell.readRuns(query) { shell, read in
        shell.server.end(turn)
        switch read {
        case .failure(let error): shell.refuse(id, .unavailable(message: error.cause))
        case .success(let (runs, _)):
          var page = ReplyPage("lastRuns")
          for run in runs { page.append(run) }
          shell.server.reply(id, page.message(about: "task", task))
        }
      }
    }
  }

  func output(_ run: RunID, _ id: CallID, _ caller: Caller) {
    look { scheduler, _ in
      let active = scheduler.activeRun(run, caller: caller)
      return { shell in
        guard active == nil else {
          let output = shell.programs.output(of: run)
          return shell.replyOutput(output, id)
        }
        shell.server.readInTurn(.output(run, caller), for: id)
      }
    }
  }

  func readOutput(_ run: RunID, _ id: CallID, _ caller: Caller, _ turn: ReadTurn) {
    store.run(run) { [store] read in
      let found = (try? read.get()).flatMap { $0 }
      guard let found, found.uid == caller.uid || caller.isPrivileged else {
        return self.later { shell in
          shell.server.end(turn)
          shell.refuse(id, .noSuchRun(run))
        }
      }
      store.output(of: run) { read in
        self.later { shell in
          shell.server.end(turn)
          switch read {
          case .success(let output):
            shell.replyOutput(output, id)
          case .failure(let error): shell.refuse(id, .unavailable(message: error.cause))
          }
        }
      }
    }
  }

  private func replyOutput(_ output: RunOutput?, _ id: CallID) {
    server.reply(
      id,
      Message.reply(
        SchedulerMethod.Output.Reply(
          output: output?.text ?? "", truncated: output?.isTruncated ?? false,
          inJournal: programs.writesToJournal))
    )
  }
}
