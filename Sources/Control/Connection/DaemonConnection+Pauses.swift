import SchedulerAPI
import Varlink

extension DaemonConnection {
  /// What is paused, for those who tell it beside something else. An older daemon does not know, and pauses
  /// nothing.
  func pauses(allUsers: Bool) -> [Wire.PausedWork] {
    let answer = try? call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers ? true : nil))
    return answer?.reply.pauses ?? []
  }
}
