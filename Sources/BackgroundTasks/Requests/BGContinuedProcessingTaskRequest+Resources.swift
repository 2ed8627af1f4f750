extension BGContinuedProcessingTaskRequest {
  /// What continued processing may need besides.
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The bits, as Apple numbers them.
    public let rawValue: Int

    /// A set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The graphics processor.
    public static let gpu = Resources(rawValue: 1 << 0)
  }
}
