extension Wire {
  /// One execution of a task.
  public struct Run: Codable, Hashable, Sendable {
    /// Its name.
    public var runId: String
    /// The task's identifier.
    public var identifier: String
    /// Whose it is.
    public var uid: UInt32
    /// The task's kind.
    public var kind: Kind
    /// Which attempt it is, from 1.
    public var attempt: Int
    /// When it was launched, a date.
    public var startedUSec: Int64
    /// When it ended, a date; nil while it lasts.
    public var endedUSec: Int64?
    /// How it ended; nil while it lasts.
    public var outcome: Outcome?
    /// What it reported, or what its exit status says.
    public var success: Bool?
    /// The exit status of its program.
    public var exitStatus: Int32?
    /// Why it was told to stop, or why it failed.
    public var stopReason: Reason?
    /// Its last progress report.
    public var progress: Progress?
    /// The name of the signal that ended its program.
    public var signal: String?
    /// How long it lasted, by a clock that is never set.
    public var durationUSec: Int64?

    /// A run.
    public init(
      runId: String, identifier: String, uid: UInt32, kind: Kind, attempt: Int, startedUSec: Int64,
      endedUSec: Int64? = nil, outcome: Outcome? = nil, success: Bool? = nil, exitStatus: Int32? = nil,
      stopReason: Reason? = nil, progress: Progress? = nil, signal: String? = nil,
      durationUSec: Int64? = nil
    ) {
      self.runId = runId
      self.identifier = identifier
      self.uid = uid
      self.kind = kind
      self.attempt = attempt
      self.startedUSec = startedUSec
      self.endedUSec = endedUSec
      self.outcome = outcome
      self.success = success
      self.exitStatus = exitStatus
      self.stopReason = stopReason
      self.progress = progress
      self.signal = signal
      self.durationUSec = durationUSec
    }
  }
}
