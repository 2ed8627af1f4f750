extension ServiceError {
  /// What a caller is told about a message that cannot be accepted.
  init(_ error: InvalidValue) { self = .invalidParameter(parameter: error.path, message: error.message) }

  /// What to send before a connection is closed whose stream cannot be understood any more.
  package init(_ error: FrameError) {
    switch error {
    case .messageTooLong(let limit):
      self = .invalidParameter(
        parameter: "", message: "the message is longer than the \(limit) bytes that are allowed")
    }
  }
}
