package import SchedulerCore

extension SchedulerInterfaceError {
  /// The core's error, as callers see it.
  package init(_ error: SchedulerError) {
    self =
      switch error {
      case .notPermitted(let identifier, let message):
        .notPermitted(identifier: identifier, message: message)
      case .tooManyPendingTaskRequests(let identifier, let limit):
        .tooManyPendingTaskRequests(identifier: identifier, limit: limit)
      case .unavailable(let message): .unavailable(message: message)
      case .immediateRunIneligible(let identifier, let message):
        .immediateRunIneligible(identifier: identifier, message: message)
      case .invalidRequest(let field, let message): .invalidRequest(field: field, message: message)
      case .noSuchTask(let identifier): .noSuchTask(identifier: identifier)
      case .noSuchRun(let run): .noSuchRun(runId: run.text)
      case .alreadyPending(let identifier): .alreadyPending(identifier: identifier)
      case .permissionDenied(let message): .permissionDenied(message: message)
      case .simulationDisabled: .simulationDisabled
      }
  }
}

extension SchedulerInterfaceError: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  package var description: String {
    switch self {
    case .notPermitted(let identifier, let message): "\(identifier) is not permitted: \(message)"
    case .tooManyPendingTaskRequests(let identifier, let limit):
      "\(identifier) was not accepted: \(limit) requests are pending, which is the limit"
    case .unavailable(let message): message
    case .immediateRunIneligible(let identifier, let message):
      "\(identifier) cannot start at once: \(message)"
    case .invalidRequest(let field, let message): field.isEmpty ? message : "\(field): \(message)"
    case .noSuchTask(let identifier): "no task \(identifier) is pending or running"
    case .noSuchRun(let runId): "there is no run \(runId)"
    case .alreadyPending(let identifier): "\(identifier) is pending already"
    case .permissionDenied(let message), .tooLarge(_, let message): message
    case .simulationDisabled: "the configuration does not allow simulation (AllowSimulation=)"
    }
  }
}
