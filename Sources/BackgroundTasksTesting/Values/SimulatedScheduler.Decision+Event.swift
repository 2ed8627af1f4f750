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
      case .conditions, .applicationLaunched, .applicationEnded, .applicationFailing, .applicationRecovered,
        .restarted, .suspended, .clockStepped:
        nil
      }
    }
  }
}

extension SimulatedScheduler.Decision.Event: CustomStringConvertible {
  /// What happened, without the identifier.
  public var description: String {
    switch self {
    case .submitted(_, let replacing):
      replacing ? "submitted again, replaces the earlier request" : "submitted"
    case .refused(_, let message): "refused: \(message)"
    case .cancelled: "cancelled"
    case .launching(let run, let missed):
      "launching, attempt \(run.attempt)" + (missed == 0 ? "" : ", makes up for \(missed) missed dates")
    case .running: "running"
    case .progress(let run): "progress \(run.completedUnitCount ?? 0) of \(run.totalUnitCount ?? 0)"
    case .expiring(_, let grace): "told to stop within \(grace.secondsText)"
    case .killing: "did not stop within its grace"
    case .ended(let run, let next):
      "ended, \(run.outcome?.rawValue ?? "unknown")"
        + (run.success.map { $0 ? ", success" : ", no success" } ?? "")
        + (next.map { ", due again \($0.logText)" } ?? "")
    case .gaveUp(_, let attempts): "given up after \(attempts) attempts"
    case .completedTwice: "reported its end a second time; the first counts"
    case .held: "waits"
    case .overdue: "its deadline passed before it began"
    case .conditions(let unmet):
      "conditions, not met: \(unmet.isEmpty ? "none" : unmet.joined(separator: ", "))"
    case .applicationLaunched: "the application is launched"
    case .applicationEnded: "a process of the application ended"
    case .applicationFailing(let pause):
      "the application cannot be launched, tried again in \(pause.secondsText)"
    case .applicationRecovered(let failures):
      "the application has registered, after \(failures) failed launches"
    case .restarted(let reboot): reboot ? "the machine was booted" : "the scheduler restarted"
    case .suspended(let length): "the machine was suspended for \(length.secondsText)"
    case .clockStepped(let step): "the wall clock was set by \(step.secondsText)"
    }
  }
}

extension TimeInterval {
  fileprivate var secondsText: String {
    self == rounded() && magnitude < 1e15 ? "\(Int64(self))s" : "\(self)s"
  }
}
