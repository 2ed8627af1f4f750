/// A follower of a service on a person's own bus that knows whether the person is there.
protocol IdleMonitor: ServiceFollower {
  /// Called with the service's answer, nil for unknown. The first call means that the service has answered,
  /// or is missing.
  var handler: ((Bool?) -> Void)? { get set }
}

extension IdleMonitor {
  /// Starts to follow the service.
  func start(_ handler: @escaping (Bool?) -> Void) {
    self.handler = handler
    startFollowing()
  }

  /// Stops following the service.
  func stop() {
    handler = nil
    stopFollowing()
  }

  func sayUnknown() { handler?(nil) }
}
