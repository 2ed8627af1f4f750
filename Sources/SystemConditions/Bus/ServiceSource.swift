import SchedulerCore

/// A source that asks one service on the bus.
protocol ServiceSource: ConditionSource, ServiceFollower {
  /// Passes on the known conditions, from the start until the end.
  var announcer: Announcer? { get set }
}

extension ServiceSource {
  /// The service answers later.
  package var speaksAtOnce: Bool { false }

  /// Starts to follow the service.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    startFollowing()
  }

  /// Stops following the service.
  package func stop() {
    announcer?.end()
    announcer = nil
    stopFollowing()
  }
}
