import LinuxSystem

/// Why a command could not be carried out, for people, for programs, and what to do next.
struct Failure: Error, Hashable, Sendable {
  /// What the program ends with.
  var status: ExitStatus
  /// The error's name: the protocol's where the daemon answered with one.
  var name: String
  /// The error's parameters as a JSON object.
  var parametersJSON: String
  /// What is wrong, in one sentence without a full stop.
  var message: String
  /// What to do next, a sentence without a full stop or a command line; nil when there is nothing to do.
  var next: String?
  /// The text that is wrong and a pointer to where, for people; nothing for most.
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

  /// The command line is wrong.
  static func usage(_ message: String, next: String) -> Failure {
    Failure(.usage, name: "Usage", message: message, next: next)
  }

  /// A file that was named cannot be read.
  static func cannotRead(_ path: String, _ error: SystemError = SystemError(call: "open")) -> Failure {
    Failure(
      error.isNoSuchFile ? .noInput : .inputOutput, name: "CannotRead",
      message: "\(path) cannot be read: \(error.text)",
      next: error.isNoSuchFile ? "name a file that is there" : "name a file that you may read")
  }
}
