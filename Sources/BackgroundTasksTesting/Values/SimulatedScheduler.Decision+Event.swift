public import BackgroundTasks

extension SimulatedScheduler.Decision {
  /// What happened.
  public enum Event: Hashable, Sendable {
    /// A request was accepted. The reasons are why it does not start at once.
    case submitted(identifier: String, replacing: Bool)
    /// A request or a registration was refused.
    case refused(identifier: String, message: String)
    /// A pending task was ended by the application (R20).
    case cancelled(identifier: String)
    /// A run is being launched. `missedPeriods` says how many dates of a repeating task this one run makes up
    /// for.
    case launching(SimulatedScheduler.Run, missedPeriods: Int)
    /// The run was given to its handler.
    case running(SimulatedScheduler.Run)
    /// A run says how far it is.
    case progress(SimulatedScheduler.Run)
    /// A run was told to stop, and has so many seconds (R40).
    case expiring(SimulatedScheduler.Run, grace: TimeInterval)
    /// A run did not stop within its grace (R41).
    case killing(SimulatedScheduler.Run)
    /// A run ended. `next` is when the task is due again, nil when it is done.
    case ended(SimulatedScheduler.Run, next: Date?)
    /// A task that failed too often is given up, after so many attempts.
    case gaveUp(SimulatedScheduler.Run, attempts: Int)
    /// A run reported its end a second time (R45).
    case completedTwice(SimulatedScheduler.Run)
    /// A task that has become due waits on, or waits for something else than before.
    case held(identifier: String)
    /// A task's deadline passed, and it goes on waiting.
    case overdue(identifier: String)
    /// The application has asked for time, and has it.
    case assertionBegan(String)
    /// Time that the application has asked for is over: it has so many seconds to end what that was for.
    case assertionExpiring(String, grace: TimeInterval)
    /// The application has not ended it within its grace.
    case assertionOverstayed(String)
    /// What counts about the machine changed. `unmet` are the codes of the requirements that do not hold now.
    case conditions(unmet: [String])
    /// The application is launched, because a task is due and nobody handles it.
    case applicationLaunched
    /// A process of the application ended.
    case applicationEnded
    /// The application could not be launched; it is tried again after so many seconds.
    case applicationFailing(pause: TimeInterval)
    /// The application, which could not be launched so many times, has registered again.
    case applicationRecovered(failures: Int)
    /// The scheduler restarted; the machine as well, or not.
    case restarted(reboot: Bool)
    /// The machine was suspended for so many seconds.
    case suspended(TimeInterval)
    /// The wall clock was set forwards, or backwards if negative, by so many seconds.
    case clockStepped(TimeInterval)

    var identifier: String? {
      switch self {
      case .submitted(let identifier, _), .refused(let identifier, _), .cancelled(let identifier),
        .held(let identifier), .overdue(let identifier):
        identifier
      case .launching(let run, _), .running(let run), .progress(let run), .expiring(let run, _),
        .killing(let run), .ended(let run, _), .gaveUp(let run, _), .completedTwice(let run):
        run.identifier
      case .assertionBegan, .assertionExpiring, .assertionOverstayed, .conditions, .applicationLaunched,
        .applicationEnded, .applicationFailing, .applicationRecovered, .restarted, .suspended, .clockStepped:
        nil
      }
    }
  }
}
