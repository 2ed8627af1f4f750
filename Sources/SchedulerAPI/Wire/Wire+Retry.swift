extension Wire {
  /// How a run that did not succeed is tried again.
  public struct Retry: Codable, Hashable, Sendable {
    /// How pauses grow.
    public var backoff: Backoff
    /// The first pause; nil is 30 s.
    public var initialDurationUSec: Int64?
    /// No pause is longer; nil is 5 h.
    public var maximumDurationUSec: Int64?
    /// Attempts in all, the first included; nil is 10.
    public var maximumAttempts: Int?

    /// A retry rule; nil is the default.
    public init(
      backoff: Backoff, initialDurationUSec: Int64? = nil, maximumDurationUSec: Int64? = nil,
      maximumAttempts: Int? = nil
    ) {
      self.backoff = backoff
      self.initialDurationUSec = initialDurationUSec
      self.maximumDurationUSec = maximumDurationUSec
      self.maximumAttempts = maximumAttempts
    }
  }
}
