import LinuxSystem
import SchedulerAPI
import Varlink

extension ClientError {
  /// The reason in words for people.
  var words: String {
    switch self {
    case .connectFailed(let path, let code):
      "connecting to \(path) failed: \(SystemError(call: "connect", code: code).text)"
    case .pathTooLong(let path): "the socket's path is longer than the 107 bytes that Linux allows: \(path)"
    case .closed: "it has hung up"
    case .timedOut: "it gave no answer in time"
    case .systemCallFailed(let call, let code):
      "the connection broke: \(SystemError(call: call, code: code))"
    case .protocolViolation(let message): "it broke the protocol: \(message)"
    case .reply(let error): error.words
    }
  }
}

extension VarlinkError {
  /// The refusal in words for people.
  var words: String {
    if let known = SchedulerInterfaceError(self) { return known.description }
    return switch ServiceError(self) {
    case .invalidParameter(let subject, let message): subject.isEmpty ? message : "\(subject): \(message)"
    case .methodNotFound(let unknown), .methodNotImplemented(let unknown), .interfaceNotFound(let unknown):
      "it does not know \(unknown); it may be older than bgtask-fleet"
    case .permissionDenied: "it does not allow this"
    case .expectedMore, nil: description
    }
  }
}
