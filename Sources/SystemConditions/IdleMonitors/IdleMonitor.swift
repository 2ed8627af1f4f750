/// One of those on a person's own bus who know whether the person is there.
protocol IdleMonitor: ServiceFollower {
  /// Called with what it says, or with nil when nobody knows; the first call says that it has answered, or is
  /// not there.
  var handler: ((Bool?) -> Void)? { get set }
}

extension IdleMonitor {
  /// Begins to follow it.
  func start(_ handler: @escaping (Bool?) -> Void) {
    self.handler = handler
    startFollowing()
  }

  /// Stops listening to it.
  func stop() {
    handler = nil
    stopFollowing()
  }

  func sayUnknown() { handler?(nil) }
}
