import SchedulerCore

/// How far the application is with something that it was given: a run, or its own launch.
struct Work {
  enum Expiration {
    case none
    /// The expiration handler was called and has not returned.
    case calling
    case handled
  }

  let identifier: String
  /// The process that has it.
  let connection: ConnectionID?
  /// What it is, for messages: a run's name, or nothing for a launch of the application.
  let runIdentifier: String?
  /// The handler has returned, which does not end the run (R34).
  var hasReturned = false
  /// The scheduler counts it as ended.
  var hasEnded = false
  /// The handler asked at this moment whether it should stop, and goes on.
  var hasAsked = false
  /// The handler asked, and was told that it should.
  var wasTold = false
  var expiration = Expiration.none

  func isSettled(_ wait: SimulatedScheduler.Wait) -> Bool {
    guard expiration != .calling else { return false }
    switch wait {
    case .completion: return hasReturned && hasEnded
    case .handler: return hasReturned || hasEnded || hasAsked
    }
  }

  /// The handler asks whether it should stop. The end of one that should is waited for, because it may have
  /// completed already and not yet said so to the scheduler; unless it goes on and asks again.
  mutating func ask(shouldStop: Bool) {
    hasAsked = !shouldStop || wasTold
    wasTold = shouldStop
  }

  /// What is missing and what to do about it.
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

/// The one that advances the simulation, while it waits for the application.
struct Waiter: Sendable {
  /// Tells it from those before.
  let number: UInt64
  let wait: SimulatedScheduler.Wait
  /// Called once, outside the lock.
  let resume: @Sendable (Result<Void, any Error>) -> Void
}
