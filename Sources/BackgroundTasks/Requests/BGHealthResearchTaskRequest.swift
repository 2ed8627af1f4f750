public import Foundation
import SchedulerAPI
import SchedulerCore

/// A request for the work of a health study: a processing request (R31) whose task is a
/// ``BGHealthResearchTask``.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// The protection class of the files that the work needs. It is kept with the request; Linux has no such
  /// classes of files, so no run waits for it.
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

/// The mark that tells a health research request from another processing request, also in a process that did
/// not submit it: the protocol has no kind for it, so its title is the mark.
enum HealthResearch {
  static let title = "Health research"

  static func made(_ request: Wire.TaskRequest) -> Bool {
    request.kind == .processing && request.command == nil && request.title == title
  }
}
