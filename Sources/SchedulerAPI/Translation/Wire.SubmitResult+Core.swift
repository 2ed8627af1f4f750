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
}
