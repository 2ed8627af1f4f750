extension Wire.SubmitResult {
  /// The result of a refused request of a batch.
  package init(_ error: SchedulerInterfaceError) {
    var (field, message) = (String?.none, error.description)
    switch error {
    case .invalidRequest(let wrong, let why): (field, message) = (wrong, why)
    case .notPermitted(_, let why), .immediateRunIneligible(_, let why): message = why
    default: break
    }
    self.init(error: error.name, field: field, message: message)
  }

  /// Returns the error of a request of a batch, or `nil` when it was accepted.
  /// - Parameter identifier: The request's identifier.
  package func refusal(of identifier: String) -> SchedulerInterfaceError? {
    guard let error else { return nil }
    let words = message ?? error
    let meant: [SchedulerInterfaceError] = [
      .invalidRequest(field: field ?? "", message: words),
      .notPermitted(identifier: identifier, message: words), .permissionDenied(message: words),
      .alreadyPending(identifier: identifier),
    ]
    return meant.first { $0.name == error } ?? .unavailable(message: words)
  }
}
