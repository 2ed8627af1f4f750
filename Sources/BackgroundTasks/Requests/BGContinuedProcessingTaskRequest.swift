/// A request for work that a person starts now and that goes on in the background, with a title and progress
/// that `bgtaskctl list` shows (R50, R53). ``BGTaskRequest/earliestBeginDate`` is ignored.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// The title of the work, for people.
  open var title: String
  /// The subtitle of the work, for people.
  open var subtitle: String
  /// The strategy when there is no slot for the work now (R52).
  open var strategy = SubmissionStrategy.queue
  /// The resources that the work needs besides. Linux supports none, see
  /// ``BGTaskScheduler/supportedResources``: a request that asks for the GPU is not permitted (R12).
  open var requiredResources: Resources = []

  /// Creates a request that waits for a slot.
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

  override func addsSame(as other: BGTaskRequest) -> Bool {
    guard let other = other as? BGContinuedProcessingTaskRequest else { return false }
    return title == other.title && subtitle == other.subtitle && strategy == other.strategy
      && requiredResources == other.requiredResources
  }

  /// The request as Apple's framework prints it: `<BGContinuedProcessingTaskRequest: ID, (title: …,
  /// subtitle: …, resources: Default, submissionStrategy: Fail)>`.
  open override var description: String {
    let resources = requiredResources.contains(.gpu) ? "GPU" : "Default"
    return "<\(type(of: self)): \(identifier), (title: \(title), subtitle: \(subtitle), "
      + "resources: \(resources), submissionStrategy: \(strategy == .fail ? "Fail" : "Queue"))>"
  }
}

extension BGContinuedProcessingTaskRequest {
  /// The resources that continued processing may need besides.
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The bits, as Apple numbers them.
    public let rawValue: Int

    /// Creates a set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The graphics processor.
    public static let gpu = Resources(rawValue: 1 << 0)
  }
}

extension BGContinuedProcessingTaskRequest {
  /// The strategies for a request when there is no slot for its work now (R52).
  public enum SubmissionStrategy: Int, Sendable {
    /// Submitting throws ``BGTaskScheduler/Error/immediateRunIneligible``.
    case fail = 0
    /// The request waits for its turn.
    case queue = 1
  }
}
