public import Foundation

/// A request for the work of a health study: a processing request (R31) whose task is a
/// ``BGHealthResearchTask``.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// Which protection the files of the work have. Kept with the request; Linux has no such classes of files,
  /// so nothing waits for it.
  open var protectionTypeOfRequiredData: NSString = ""

  override func newInstance() -> BGProcessingTaskRequest {
    let copy = BGHealthResearchTaskRequest(identifier: identifier)
    copy.protectionTypeOfRequiredData = protectionTypeOfRequiredData
    return copy
  }
}
