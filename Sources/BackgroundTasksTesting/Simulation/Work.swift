import SchedulerCore

/// The application's progress with work that it was given: a run, or its own launch.
struct Work {
  enum Expiration {
    case none
    /// The expiration handler was called and has not returned.
    case calling
    case handled
  }

  let identifier: String
  /// The process that does the work.
  let connection: ConnectionID?
  /// The run's name, for messages; nil for a launch of the application.
  let runIdentifier: String?
  /// Whether the handler has returned, which does not end the run (R34).
  var hasReturned = false
  /// Whether the scheduler counts the run as ended.
  var hasEnded = false
  /// Whether the handler has asked at this moment whether it should stop, and goes on.
  var hasAsked = false
  /// Whether the handler was told to stop when it asked last.
  var wasTold = false
  var expiration = Expiration.none

  func isSettled(_ wait: SimulatedScheduler.Wait) -> Bool {
    guard expiration != .calling else { return false }
    switch wait {
    case .completion: return hasReturned && hasEnded
    case .handler: return hasReturned || hasEnded || hasAsked
    }
  }

  /// Takes in that the handler asks whether it should stop. The end of a handler that should is waited for,
  /// because it may have completed already and not yet told the scheduler; unless it goes on and asks again.
  mutating func ask(shouldStop: Bool) {
    hasAsked = !shouldStop || wasTold
    wasTold = shouldStop
  }

  /// Describes what is missing, and what to do about it.
  func complaint(_ wait: SimulatedScheduler.Wait) -> String {
    guard let runIdentifier else { return "launching the application has not come to an end" }
    let run = "\(identifier) (run \(runIdentifier))"
    if expiration == .calling {
      return "the expiration handler of \(run) has not returned"
        + (hasReturned
          ? "" : ", because the launch handler is still working on the same actor, or the main queue")
    }
    if !hasReturned {
      return
        "the launch handler of \(run) has not returned: start its work and return, "
        + "or let it ask task.shouldDefer"
    }
    return
      "\(run) has not completed: call task.setTaskCompleted(success:) on every path, the expiration "
      + "handler's as well; work that is meant to outlast virtual time needs waitingFor: .handler"
  }
}

/// The wait of the caller that advances the simulation, for the application.
struct Waiter: Sendable {
  /// The number that tells the wait from earlier ones.
  let number: UInt64
  let wait: SimulatedScheduler.Wait
  /// Called once, outside the lock.
  let resume: @Sendable (Result<Void, any Error>) -> Void
}
