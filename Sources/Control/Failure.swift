import LinuxSystem

/// The reason why a command was not carried out, for people and for programs, with what to do next.
struct Failure: Error, Hashable, Sendable {
  /// The program's exit status.
  var status: ExitStatus
  /// The error's name; the protocol's where the daemon answered with an error.
  var name: String
  /// The error's parameters as a JSON object.
  var parametersJSON: String
  /// The problem in one sentence without a full stop.
  var message: String
  /// The next step, a sentence without a full stop or a command line; nil when there is none.
  var next: String?
  /// The wrong text and a pointer to the place, for people; empty for most failures.
  var excerpt: [String] = []

  init(
    _ status: ExitStatus, name: String, parametersJSON: String = "{}", message: String, next: String? = nil,
    excerpt: [String] = []
  ) {
    self.status = status
    self.name = name
    self.parametersJSON = parametersJSON
    self.message = message
    self.next = next
    self.excerpt = excerpt
  }

  /// Returns the failure of a wrong command line.
  static func usage(_ message: String, next: String) -> Failure {
    Failure(.usage, name: "Usage", message: message, next: next)
  }

  /// Returns the failure of a named file that cannot be read.
  static func cannotRead(_ path: String, _ error: SystemError = SystemError(call: "open")) -> Failure {
    Failure(
      error.isNoSuchFile ? .noInput : .inputOutput, name: "CannotRead",
      message: "\(path) cannot be read: \(error.text)",
      next: error.isNoSuchFile ? "name a file that exists" : "name a file that you may read")
  }
}
