extension Wire {
  /// Why a run was told to stop, or a task is not running.
  public struct Reason: Codable, Hashable, Sendable {
    /// For programs; `Status` lists them.
    public var code: String
    /// For people.
    public var message: String
    /// What is asked for.
    public var required: String?
    /// What was found instead.
    public var observed: String?
    /// Since when it holds, a date.
    public var sinceUSec: Int64?

    /// A reason.
    public init(
      code: String, message: String, required: String? = nil, observed: String? = nil, sinceUSec: Int64? = nil
    ) {
      self.code = code
      self.message = message
      self.required = required
      self.observed = observed
      self.sinceUSec = sinceUSec
    }
  }
}
