public import BackgroundTasks

extension SimulatedScheduler {
  /// A decision of the simulated scheduler, or an event that it took notice of.
  public struct Decision: Hashable, Sendable, CustomStringConvertible {
    /// The date of the decision, by the simulation's clock.
    public let date: Date
    /// The event of the decision.
    public let event: Event
    /// The reasons why a task waits, why a run was told to stop, or why it failed.
    public let reasons: [BGTaskReason]
    private let line: String

    /// - Parameter line: The event, its task, and its reason.
    init(_ date: Date, _ event: Event, _ reasons: [BGTaskReason] = [], line: String) {
      self.date = date
      self.event = event
      self.reasons = reasons
      self.line = line
    }

    /// The task that the decision is about; nil when it is about all of them.
    public var identifier: String? { event.identifier }

    /// One line for people: the date, and what bgtaskd would write to the journal.
    public var description: String { "\(date.logText) \(line)" }
  }
}
