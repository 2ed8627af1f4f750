import SchedulerAPI
import SchedulerCore

/// The tasks that a command names before they need to exist. A name that nobody has used is mostly a slip.
struct NamedTasks {
  let daemon: DaemonConnection
  let console: Console

  /// Warns of the other tasks that a request names and the daemon does not know.
  func warn(of request: Wire.TaskRequest) {
    let awaited = (request.order?.after ?? []) + (request.order?.afterAny ?? [])
    warn(of: awaited, "it waits until there is one")
    let actions = [request.onFailure, request.onSuccess, request.onOverdue].compactMap(\.self)
    let started = actions.compactMap { if case .task(let name) = TaskAction($0) { name } else { nil } }
    warn(of: started, "nothing is started until there is one")
  }

  private func warn(of names: [String], _ consequence: String) {
    var told: Set<String> = []
    for name in names where told.insert(name).inserted && isUnknown(name) {
      let name = SafeText.inline(name)
      console.printSentence("Warning: no task \(name) is pending, and none has run: \(consequence).")
    }
  }

  /// Returns whether no task has the identifier, or begins with it where it ends in `*`, and none has run.
  func isUnknown(_ identifier: String) -> Bool {
    do throws(Failure) {
      guard !identifier.hasSuffix("*") else {
        let prefix = String(identifier.dropLast())
        return try daemon.call(
          SchedulerMethod.List.self, .init(identifierPrefix: prefix, limit: 1)
        ).reply.tasks.isEmpty
      }
      _ = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))
      return false
    } catch {
      guard error.isNoSuchTask else { return false }
      let runs = try? daemon.call(SchedulerMethod.History.self, .init(identifier: identifier, limit: 1)).reply
        .runs
      return runs?.isEmpty == true
    }
  }
}
