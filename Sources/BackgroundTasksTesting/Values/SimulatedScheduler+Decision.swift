public import BackgroundTasks

extension SimulatedScheduler {
  /// Something that the simulated scheduler decided or took notice of.
  public struct Decision: Hashable, Sendable, CustomStringConvertible {
    /// When it was, by the simulation's clock.
    public let date: Date
    /// What it was.
    public let event: Event
    /// Why: what a task waits for, why a run was told to stop, why it failed.
    public let reasons: [BGTaskReason]
    private let line: String

    /// - Parameter line: What happened, to which task, and why.
    init(_ date: Date, _ event: Event, _ reasons: [BGTaskReason] = [], line: String) {
      self.date = date
      self.event = event
      self.reasons = reasons
      self.line = line
    }

    /// The task that it is about; nil when it is about all of them.
    public var identifier: String? { event.identifier }

    /// One line for people: the date, and what bgtaskd would write to the journal.
    public var description: String { "\(date.logText) \(line)" }
  }
}
