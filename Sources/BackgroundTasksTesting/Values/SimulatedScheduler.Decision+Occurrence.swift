import BackgroundTasks
import SchedulerAPI
import SchedulerCore

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
