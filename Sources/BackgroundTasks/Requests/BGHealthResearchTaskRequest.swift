public import Foundation
import SchedulerAPI
import SchedulerCore

/// A request for the work of a health study: a processing request (R31) whose task is a
/// ``BGHealthResearchTask``.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// Which protection the files of the work have. Kept with the request; Linux has no such classes of files,
  /// so nothing waits for it.
  open var protectionTypeOfRequiredData: NSString = ""

  override var additions: String {
    super.additions + ", protectionTypeOfRequiredData=\(protectionTypeOfRequiredData)"
  }

  override func newInstance() -> BGProcessingTaskRequest {
    let copy = BGHealthResearchTaskRequest(identifier: identifier)
    copy.protectionTypeOfRequiredData = protectionTypeOfRequiredData
    return copy
  }

  override func addsSame(as other: BGTaskRequest) -> Bool {
    guard let other = other as? BGHealthResearchTaskRequest else { return false }
    return super.addsSame(as: other)
      && protectionTypeOfRequiredData == other.protectionTypeOfRequiredData
  }
}

/// How a health research request is told from another processing request, also by a process that did not
/// submit it: the protocol has no kind for it, so its title says it.
enum HealthResearch {
  static let title = "Health research"

  static func made(_ request: Wire.TaskRequest) -> Bool {
    request.kind == .processing && request.command == nil && request.title == title
  }
}
