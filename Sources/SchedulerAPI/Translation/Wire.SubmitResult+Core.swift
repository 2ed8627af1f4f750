extension Wire.SubmitResult {
  /// A request of a batch that was refused.
  package init(_ error: SchedulerInterfaceError) {
    var (field, message) = (String?.none, error.description)
    switch error {
    case .invalidRequest(let wrong, let why): (field, message) = (wrong, why)
    case .notPermitted(_, let why), .immediateRunIneligible(_, let why): message = why
    default: break
    }
    self.init(error: error.name, field: field, message: message)
  }

  /// Why a request of a batch was refused; nil when it was accepted.
  /// - Parameter identifier: The request's.
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
