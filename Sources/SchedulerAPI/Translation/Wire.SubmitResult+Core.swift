extension Wire.SubmitResult {
  /// A request of a batch that was refused.
  public init(_ error: SchedulerInterfaceError) {
    let parameters = error.parameters
    self.init(
      error: error.name, field: parameters.field, message: parameters.message ?? error.description)
  }
}
