extension ServiceError {
  /// Creates the error reply to a message that cannot be accepted.
  init(_ error: InvalidValue) { self = .invalidParameter(parameter: error.path, message: error.message) }

  /// Creates the error to send before a connection is closed whose stream cannot be decoded any further.
  package init(_ error: FrameError) {
    switch error {
    case .messageTooLong(let limit):
      self = .invalidParameter(
        parameter: "", message: "the message is longer than the \(limit) bytes that are allowed")
    }
  }
}
