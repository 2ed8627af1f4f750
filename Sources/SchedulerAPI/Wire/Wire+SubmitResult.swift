extension Wire {
  /// What became of one request of a batch: a task, or an error.
  public struct SubmitResult: Codable, Hashable, Sendable {
    /// What was accepted.
    public var task: Task?
    /// The error's name, with its interface.
    public var error: String?
    /// The field that the error is about.
    public var field: String?
    /// What the error says.
    public var message: String?

    /// A result.
    public init(task: Task? = nil, error: String? = nil, field: String? = nil, message: String? = nil) {
      self.task = task
      self.error = error
      self.field = field
      self.message = message
    }
  }
}
