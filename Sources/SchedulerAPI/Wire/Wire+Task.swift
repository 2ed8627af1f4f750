extension Wire {
  /// A task as callers see it.
  public struct Task: Codable, Hashable, Sendable {
    /// What was submitted; the dates of a repeating task are those of its next run.
    public var request: TaskRequest
    /// Whose it is.
    public var uid: UInt32
    /// Where it is on its way.
    public var state: TaskState
    /// When it was accepted, a date.
    public var submittedUSec: Int64
    /// The number of its next run, or of the one that it is in; from 1.
    public var attempt: Int
    /// Its run, unless it waits.
    public var runId: String?
    /// How far its run is.
    public var progress: Progress?
    /// The first reason why it waits.
    public var reason: Reason?
    /// When its run was launched, a date; nil while it waits.
    public var startedUSec: Int64?
    /// The file that asks for it; nil for what a caller submitted.
    public var declaredIn: String?
    /// The application that handles it; nil for a command or a unit, and in events.
    public var application: String?

    /// A task.
    public init(
      request: TaskRequest, uid: UInt32, state: TaskState, submittedUSec: Int64, attempt: Int,
      runId: String? = nil, progress: Progress? = nil, reason: Reason? = nil, startedUSec: Int64? = nil,
      declaredIn: String? = nil, application: String? = nil
    ) {
      self.request = request
      self.uid = uid
      self.state = state
      self.submittedUSec = submittedUSec
      self.attempt = attempt
      self.runId = runId
      self.progress = progress
      self.reason = reason
      self.startedUSec = startedUSec
      self.declaredIn = declaredIn
      self.application = application
    }
  }
}
