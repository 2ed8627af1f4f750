public import SchedulerCore
public import Varlink

/// The errors of `io.bgtaskd.Scheduler`.
public enum SchedulerInterfaceError: Error, Hashable, Sendable {
  /// The identifier is not permitted, or a resource is not available.
  case notPermitted(identifier: String, message: String)
  /// So many are pending already.
  case tooManyPendingTaskRequests(identifier: String, limit: Int)
  /// The daemon cannot do it now.
  case unavailable(message: String)
  /// A continued request that may not wait cannot start at once.
  case immediateRunIneligible(identifier: String, message: String)
  /// The field with this dotted path cannot be accepted; the message says what was found and what is allowed.
  case invalidRequest(field: String, message: String)
  /// Nothing of that name is pending or running.
  case noSuchTask(identifier: String)
  /// There is no run of that name.
  case noSuchRun(runId: String)
  /// The identifier is pending, and the request says fail.
  case alreadyPending(identifier: String)
  /// The call is for others.
  case permissionDenied(message: String)
  /// The answer would be longer than so many bytes; it comes in pages.
  case tooLarge(limit: Int, message: String)
  /// The configuration does not allow simulation.
  case simulationDisabled

  /// The core's error, as callers see it.
  public init(_ error: SchedulerError) {
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

extension SchedulerInterfaceError: ErrorReply {
  /// The interface and the error.
  public var name: String { SchedulerMethod.interface + "." + shortName }

  /// The error's name in the protocol file.
  public var shortName: String {
    switch self {
    case .notPermitted: "NotPermitted"
    case .tooManyPendingTaskRequests: "TooManyPendingTaskRequests"
    case .unavailable: "Unavailable"
    case .immediateRunIneligible: "ImmediateRunIneligible"
    case .invalidRequest: "InvalidRequest"
    case .noSuchTask: "NoSuchTask"
    case .noSuchRun: "NoSuchRun"
    case .alreadyPending: "AlreadyPending"
    case .permissionDenied: "PermissionDenied"
    case .tooLarge: "TooLarge"
    case .simulationDisabled: "SimulationDisabled"
    }
  }

  /// What the error says.
  public var parameters: SchedulerErrorParameters {
    switch self {
    case .notPermitted(let identifier, let message), .immediateRunIneligible(let identifier, let message):
      SchedulerErrorParameters(identifier: identifier, message: message)
    case .tooManyPendingTaskRequests(let identifier, let limit):
      SchedulerErrorParameters(identifier: identifier, limit: limit)
    case .unavailable(let message), .permissionDenied(let message):
      SchedulerErrorParameters(message: message)
    case .invalidRequest(let field, let message): SchedulerErrorParameters(message: message, field: field)
    case .noSuchTask(let identifier), .alreadyPending(let identifier):
      SchedulerErrorParameters(identifier: identifier)
    case .noSuchRun(let runId): SchedulerErrorParameters(runId: runId)
    case .tooLarge(let limit, let message): SchedulerErrorParameters(message: message, limit: limit)
    case .simulationDisabled: SchedulerErrorParameters()
    }
  }
}

extension SchedulerInterfaceError {
  /// The error that a daemon answered with; nil when it is of another interface.
  public init?(_ error: VarlinkError) {
    let prefix = SchedulerMethod.interface + "."
    guard error.name.hasPrefix(prefix),
      let parameters = try? error.parameters(as: SchedulerErrorParameters.self)
    else { return nil }
    let identifier = parameters.identifier ?? ""
    let message = parameters.message ?? ""
    switch error.name.dropFirst(prefix.count) {
    case "NotPermitted": self = .notPermitted(identifier: identifier, message: message)
    case "TooManyPendingTaskRequests":
      self = .tooManyPendingTaskRequests(identifier: identifier, limit: parameters.limit ?? 0)
    case "Unavailable": self = .unavailable(message: message)
    case "ImmediateRunIneligible": self = .immediateRunIneligible(identifier: identifier, message: message)
    case "InvalidRequest": self = .invalidRequest(field: parameters.field ?? "", message: message)
    case "NoSuchTask": self = .noSuchTask(identifier: identifier)
    case "NoSuchRun": self = .noSuchRun(runId: parameters.runId ?? "")
    case "AlreadyPending": self = .alreadyPending(identifier: identifier)
    case "PermissionDenied": self = .permissionDenied(message: message)
    case "TooLarge": self = .tooLarge(limit: parameters.limit ?? 0, message: message)
    case "SimulationDisabled": self = .simulationDisabled
    default: return nil
    }
  }
}

extension SchedulerInterfaceError: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public var description: String {
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
