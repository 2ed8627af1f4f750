import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution
import TaskStore
import Varlink

/// Methods that look at tasks, runs and their output. They wait for their turn behind what was asked before,
/// and read the store behind what was written before.
extension Shell {
  /// How many tasks a page of a list has.
  static let pageLength = 500
  /// The most runs that a reply holds, and how many it holds when the caller does not say.
  static let historyLimit = 10_000
  static let usualHistoryLength = 50

  func list(
    _ parameters: SchedulerMethod.List.Parameters, _ id: CallID, _ caller: Caller, wantsMore: Bool
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    look { scheduler, _ in
      let snapshots = scheduler.tasks(of: uid, prefix: parameters.identifierPrefix ?? "")
      return { $0.sendList(snapshots[...], id, pageLength: wantsMore ? Self.pageLength : snapshots.count) }
    }
  }

  /// Sends a page, and the next when the reader has taken it: the list of a user with very many tasks is not
  /// kept for a reader that does not read.
  private func sendList(_ snapshots: ArraySlice<TaskSnapshot>, _ id: CallID, pageLength: Int) {
    let page = Array(snapshots.prefix(pageLength))
    let rest = snapshots.dropFirst(pageLength)
    wireTasks(page) { shell, tasks in
      let listed = page.compactMap { tasks[$0.task.id] }
      shell.server?.reply(
        id, Message.reply(SchedulerMethod.List.Reply(tasks: listed), continues: !rest.isEmpty),
        continues: !rest.isEmpty)
      guard !rest.isEmpty else { return }
      shell.server?.whenReady(for: id) { $0.sendList(rest, id, pageLength: pageLength) }
    }
  }

  func get(_ identifier: String, _ id: CallID, _ caller: Caller) {
    look { scheduler, _ in
      let snapshot = scheduler.task(identifier, of: caller.uid)
      return { shell in
        guard let snapshot else { return shell.refuse(id, .noSuchTask(identifier: identifier)) }
        shell.wireTasks([snapshot]) { shell, tasks in
          guard let task = tasks[snapshot.task.id] else {
            return shell.refuse(id, .noSuchTask(identifier: identifier))
          }
          shell.readHistory(uid: caller.uid, identifier: identifier, limit: 5, id) { runs in
            Message.reply(SchedulerMethod.Get.Reply(task: task, lastRuns: runs))
          }
        }
      }
    }
  }

  func history(
    _ parameters: SchedulerMethod.History.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    var identifier: String?
    if let wanted = parameters.identifier { identifier = try Wire.checked(identifier: wanted) }
    let limit = parameters.limit ?? Self.usualHistoryLength
    guard (1...Self.historyLimit).contains(limit) else {
      throw .invalidRequest(field: "limit", message: "found \(limit), allowed is 1 to \(Self.historyLimit)")
    }
    look { [identifier] _, _ in
      {
        $0.readHistory(uid: uid, identifier: identifier, limit: limit, id) { runs in
          Message.reply(SchedulerMethod.History.Reply(runs: runs))
        }
      }
    }
  }

  /// Reads runs, puts what is known of those that still go on in their place, and replies.
  private func readHistory(
    uid: UInt32?, identifier: String?, limit: Int, _ id: CallID,
    _ message: @escaping @Sendable ([Wire.Run]) -> [UInt8]
  ) {
    let active = Dictionary(scheduler.activeRuns.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    store.history(uid: uid, identifier: identifier, limit: limit) { read in
      self.later { shell in
        switch read {
        case .success(let runs):
          shell.server?.reply(
            id, message(runs.map { Wire.Run($0.ended == nil ? active[$0.id] ?? $0 : $0) }))
        case .failure(let error): shell.refuse(id, .unavailable(message: error.cause))
        }
      }
    }
  }

  func output(_ run: RunID, _ id: CallID, _ caller: Caller) {
    look { scheduler, _ in
      let active = scheduler.activeRun(run, caller: caller)
      return { shell in
        if active != nil {
          let output = shell.programs?.output(of: run)
          return shell.replyOutput(output?.text, isTruncated: output?.isTruncated, id)
        }
        shell.store.run(run) { read in
          let found = (try? read.get()).flatMap { $0 }
          shell.later { shell in
            guard let found, found.uid == caller.uid || caller.isPrivileged else {
              return shell.refuse(id, .noSuchRun(run))
            }
            shell.readOutput(run, id)
          }
        }
      }
    }
  }

  private func readOutput(_ run: RunID, _ id: CallID) {
    store.output(of: run) { read in
      self.later { shell in
        switch read {
        case .success(let output):
          let text = output.map { String(decoding: $0.bytes, as: UTF8.self) }
          shell.replyOutput(text, isTruncated: output?.isTruncated, id)
        case .failure(let error): shell.refuse(id, .unavailable(message: error.cause))
        }
      }
    }
  }

  private func replyOutput(_ text: String?, isTruncated: Bool?, _ id: CallID) {
    server?.reply(
      id,
      Message.reply(
        SchedulerMethod.Output.Reply(
          output: text ?? "", truncated: isTruncated ?? false, inJournal: programs?.writesToJournal ?? false))
    )
  }
}
