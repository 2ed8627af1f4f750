import SchedulerAPI
import Varlink

extension DaemonConnection {
  /// Returns the pauses, for verbs that show them beside other things. An older daemon does not know the
  /// method, and pauses nothing.
  func pauses(allUsers: Bool? = nil) -> [Wire.PausedWork] {
    let answer = try? call(SchedulerMethod.ListPauses.self, .init(allUsers: allUsers))
    return answer?.reply.pauses ?? []
  }
}
