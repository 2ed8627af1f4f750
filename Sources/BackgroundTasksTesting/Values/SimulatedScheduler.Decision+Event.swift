public import BackgroundTasks
import SchedulerAPI
import SchedulerCore

extension SimulatedScheduler.Decision {
  /// The event of a decision.
  public enum Event: Hashable, Sendable {
    /// A request was accepted. The decision's reasons say why it does not start at once.
    case submitted(identifier: String, replacing: Bool)
    /// A request or a registration was refused.
    case refused(identifier: String, message: String)
    /// A pending task was ended by the application (R20).
    case cancelled(identifier: String)
    /// A run is being launched. `missedPeriods` is the number of dates of a repeating task for which this one
    /// run makes up.
    case launching(SimulatedScheduler.Run, missedPeriods: Int)
    /// The run was given to its handler.
    case running(SimulatedScheduler.Run)
    /// A run has reported its progress.
    case progress(SimulatedScheduler.Run)
    /// A run was told to stop, with this grace in seconds (R40).
    case expiring(SimulatedScheduler.Run, grace: TimeInterval)
    /// A run did not stop within its grace (R41).
    case killing(SimulatedScheduler.Run)
    /// A run ended. `next` is the date at which the task is due again, nil when it is done.
    case ended(SimulatedScheduler.Run, next: Date?)
    /// A task that failed too often is given up, after this number of attempts.
    case gaveUp(SimulatedScheduler.Run, attempts: Int)
    /// A run reported its end a second time (R45).
    case completedTwice(SimulatedScheduler.Run)
    /// A task that has become due waits on, or waits for something else than before.
    case held(identifier: String)
    /// A task's deadline passed, and it goes on waiting.
    case overdue(identifier: String)
    /// An assertion of the application has begun.
    case assertionBegan(String)
    /// An assertion of the application is over: the program has this grace in seconds to finish.
    case assertionExpiring(String, grace: TimeInterval)
    /// The application has not ended an assertion within its grace.
    case assertionOverstayed(String)
    /// The conditions that count changed. `unmet` has the codes of requirements that do not hold now.
    case conditions(unmet: [String])
    /// The application is launched, because a task is due and no process handles it.
    case applicationLaunched
    /// A process of the application ended.
    case applicationEnded
    /// The application could not be launched; the next attempt follows after this pause in seconds.
    case applicationFailing(pause: TimeInterval)
    /// The application, of which this number of launches failed, has registered again.
    case applicationRecovered(failures: Int)
    /// The scheduler restarted; the machine as well, when `reboot` is true.
    case restarted(reboot: Bool)
    /// The machine was suspended for these seconds.
    case suspended(TimeInterval)
    /// The wall clock was set forwards, or backwards if negative, by these seconds.
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

extension SimulatedScheduler.Decision {
  /// Creates the decision for an event of the core; nil for an event that a simulation does not log.
  init?(_ occurrence: Occurrence, at date: Date) {
    guard let event = Event(occurrence) else { return nil }
    let report = Report(occurrence)
    self.init(
      date, event, report.reasons.map { BGTaskReason($0) }, line: report.line { Date($0).logText })
  }
}

extension SimulatedScheduler.Decision.Event {
  fileprivate init?(_ occurrence: Occurrence) {
    typealias Run = SimulatedScheduler.Run
    switch occurrence {
    case .submitted(let snapshot, let replaced, _):
      self = .submitted(identifier: snapshot.task.request.identifier, replacing: replaced)
    case .cancelled(let task): self = .cancelled(identifier: task.request.identifier)
    case .launching(let run, let missed): self = .launching(Run(run), missedPeriods: missed)
    case .running(let run): self = .running(Run(run))
    case .progress(let run): self = .progress(Run(run))
    case .expiring(let run, let grace): self = .expiring(Run(run), grace: grace.seconds)
    case .killing(let run): self = .killing(Run(run))
    case .ended(let run, let next): self = .ended(Run(run), next: next.map { Date($0) })
    case .gaveUp(let run, let attempts): self = .gaveUp(Run(run), attempts: attempts)
    case .completedTwice(let run): self = .completedTwice(Run(run))
    case .held(let task, _): self = .held(identifier: task.request.identifier)
    case .overdue(let task, _, _): self = .overdue(identifier: task.request.identifier)
    case .applicationFailing(_, _, _, let pause): self = .applicationFailing(pause: pause.seconds)
    case .applicationRecovered(_, _, let failures): self = .applicationRecovered(failures: failures)
    case .conditions(let snapshot): self = .conditions(unmet: snapshot.unmet.map(\.rawValue))
    case .assertionBegan(let assertion): self = .assertionBegan(assertion.why)
    case .assertionExpiring(let assertion, _, let grace):
      self = .assertionExpiring(assertion.why, grace: grace.seconds)
    case .assertionOverstayed(let assertion, _): self = .assertionOverstayed(assertion.why)
    // Handlers are not frozen, have no actions and are called at once, pauses are not logged, and a
    // simulation has no files and no disk.
    case .actionFailed, .slowLaunch, .damaged, .frozen, .thawed, .paused, .resumed, .departing,
      .departureOver, .withdrawn, .declarationRefused, .storeFailed, .storeRecovered:
      return nil
    }
  }
}
