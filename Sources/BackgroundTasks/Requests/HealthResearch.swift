import SchedulerAPI
import SchedulerCore

/// How a health research request is told from another processing request, also by a process that did not
/// submit it: the protocol has no kind for it, so its title says it.
enum HealthResearch {
  static let title = "Health research"

  static func made(_ request: Wire.TaskRequest) -> Bool {
    request.kind == .processing && request.command == nil && request.title == title
  }
}
