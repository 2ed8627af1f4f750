public import BackgroundTasks

/// The reason why a ``SimulatedScheduler`` cannot do what a test asks. The description says what to do.
public enum SimulationError: LocalizedError, Hashable, CustomStringConvertible {
  /// Handlers have not ended within the `hangTimeout` of real time.
  case hung(String)
  /// A handler submits its task again without a delay, for ever.
  case endless(String)
  /// The scheduler refuses what the test asks.
  case refused(String)
  /// The request of the test makes no sense.
  case invalid(String)

  /// The error, and what to do.
  public var description: String {
    switch self {
    case .hung(let message), .endless(let message), .refused(let message), .invalid(let message): message
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }

  static func notPending(_ identifier: String) -> Self {
    .refused("\(identifier) is not pending: submit it first, and look at pending and running")
  }
}
