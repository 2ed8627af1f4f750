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

    init(_ date: Date, _ event: Event, _ reasons: [BGTaskReason] = []) {
      self.date = date
      self.event = event
      self.reasons = reasons
    }

    /// The task that it is about; nil when it is about all of them.
    public var identifier: String? { event.identifier }

    /// One line for people: the date, the identifier, what happened and why.
    public var description: String {
      let subject = identifier.map { "\($0): " } ?? ""
      let because = reasons.isEmpty ? "" : "; \(reasons.map(\.description).joined(separator: "; "))"
      return "\(date.logText) \(subject)\(event)\(because)"
    }
  }
}
