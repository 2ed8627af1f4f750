public import BackgroundTasks

/// What keeps a ``SimulatedScheduler`` from doing what a test asks. The description says what to do.
public enum SimulationError: LocalizedError, Hashable, CustomStringConvertible {
  /// Handlers did not come to an end in real time.
  case hung(String)
  /// A handler submits its task again without a delay, for ever.
  case endless(String)
  /// The scheduler refuses what was asked.
  case refused(String)
  /// What was asked makes no sense.
  case invalid(String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .hung(let message), .endless(let message), .refused(let message), .invalid(let message): message
    }
  }

  /// The description.
  public var errorDescription: String? { description }

  static func notPending(_ identifier: String) -> Self {
    .refused("\(identifier) is not pending: submit it first, and look at pending and running")
  }
}
