import Foundation
import SchedulerAPI
import Varlink

extension BGTaskScheduler.Error {
  init(_ code: Code, _ message: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
  }

  /// Returns the error of a field that cannot be accepted, as a dotted path within the request. Apple has no
  /// code of its own for that.
  static func invalid(field: String, message: String) -> Self {
    Self(.notPermitted, "the request's \(field) cannot be accepted: \(message)")
  }

  /// Creates the error for what a backend threw, with the code that Apple has for it.
  init(cause: any Swift.Error) {
    switch cause {
    case let error as Self: self = error
    case let error as SchedulerInterfaceError: self.init(error)
    case let error as ClientError: self.init(error)
    default: self.init(.unavailable, "the scheduler cannot be asked: \(cause)")
    }
  }

  private init(_ error: SchedulerInterfaceError) {
    switch error {
    case .notPermitted(let identifier, let message):
      self.init(
        .notPermitted, "\(identifier) is not permitted: \(message)")
    case .tooManyPendingTaskRequests(let identifier, let limit):
      self.init(
        .tooManyPendingTaskRequests,
        "\(identifier) was not accepted: \(limit) requests of its kind are pending for this "
          + "application, which is the limit; cancel one, or submit again when one has run")
    case .unavailable(let message): self.init(.unavailable, message)
    case .immediateRunIneligible(let identifier, let message):
      self.init(
        .immediateRunIneligible,
        "\(identifier) cannot start at once: \(message); submit it again later, or let it "
          + "wait, with the strategy queue"
      )
    case .invalidRequest(let field, let message): self = .invalid(field: field, message: message)
    case .permissionDenied(let message): self.init(.notPermitted, message)
    case .alreadyPending, .noSuchTask, .noSuchRun, .tooLarge, .simulationDisabled:
      self.init(.unavailable, error.description)
    }
  }

  private init(_ error: ClientError) {
    let advice =
      "is bgtaskd running? (\(SocketPath.variable) says where its socket is, else it is the user's or the "
      + "system's)"
    switch error {
    case .connectFailed(let path, let code):
      self.init(
        .unavailable, "bgtaskd cannot be reached at \(path): \(String(cString: strerror(code))); \(advice)")
    case .pathTooLong(let path):
      self.init(.unavailable, "bgtaskd cannot be reached: \(path) is too long for a socket's path")
    case .closed:
      self.init(.unavailable, "the connection to bgtaskd ended before it had answered; \(advice)")
    case .timedOut: self.init(.unavailable, "bgtaskd did not answer in time")
    case .systemCallFailed(let call, let code):
      self.init(
        .unavailable,
        "the connection to bgtaskd broke: \(call): \(String(cString: strerror(code))); \(advice)")
    case .protocolViolation(let message):
      self.init(.unavailable, "the answer of bgtaskd cannot be understood: \(message)")
    case .reply(let error): self.init(.unavailable, "bgtaskd refused: \(error)")
    }
  }
}
