/// A request for work that a person starts now and that goes on in the background, with a title and progress
/// that `bgtaskctl list` shows (R50, R53). ``BGTaskRequest/earliestBeginDate`` is ignored.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// What the work is, for people.
  open var title: String
  /// More about it, for people.
  open var subtitle: String
  /// What happens when there is no room for it now (R52).
  open var strategy = SubmissionStrategy.queue
  /// What it needs besides. Nothing is supported on Linux, see ``BGTaskScheduler/supportedResources``: a
  /// request that asks for the GPU is not permitted (R12).
  open var requiredResources: Resources = []

  /// A request that waits for room.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(abstract: identifier)
  }

  override func duplicate() -> BGTaskRequest {
    let copy = BGContinuedProcessingTaskRequest(identifier: identifier, title: title, subtitle: subtitle)
    copy.strategy = strategy
    copy.requiredResources = requiredResources
    return copy
  }
}
