import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler.Decision {
  /// What the core reports; nil for what happens to disks and files, which a simulation does not have.
  init?(_ occurrence: Occurrence, at date: Date) {
    typealias Run = SimulatedScheduler.Run
    func made(_ event: Event, _ reasons: [Reason] = []) -> Self {
      Self(date, event, reasons.map { BGTaskReason($0) })
    }
    func made(_ run: SchedulerCore.Run, _ event: Event) -> Self {
      made(event, run.stopReason.map { [$0] } ?? [])
    }
    switch occurrence {
    case .submitted(let snapshot, let replaced, let reasons):
      self = made(.submitted(identifier: snapshot.task.request.identifier, replacing: replaced), reasons)
    case .cancelled(let task): self = made(.cancelled(identifier: task.request.identifier))
    case .launching(let run, let missed): self = made(.launching(Run(run), missedPeriods: missed))
    case .running(let run): self = made(.running(Run(run)))
    case .progress(let run): self = made(.progress(Run(run)))
    case .expiring(let run, let grace): self = made(run, .expiring(Run(run), grace: grace.seconds))
    case .killing(let run): self = made(run, .killing(Run(run)))
    case .ended(let run, let next): self = made(run, .ended(Run(run), next: next.map { Date($0) }))
    case .gaveUp(let run, let attempts): self = made(run, .gaveUp(Run(run), attempts: attempts))
    case .completedTwice(let run): self = made(.completedTwice(Run(run)))
    case .held(let task, let reasons): self = made(.held(identifier: task.request.identifier), reasons)
    case .overdue(let task, let reasons):
      self = made(.overdue(identifier: task.request.identifier), reasons)
    case .applicationFailing(_, _, let reason, let pause):
      self = made(.applicationFailing(pause: pause.seconds), [reason])
    case .applicationRecovered(_, _, let failures): self = made(.applicationRecovered(failures: failures))
    case .conditions(let snapshot): self = made(.conditions(unmet: snapshot.unmet.map(\.rawValue)))
    // Handlers are not frozen, and a simulation has no files and no disk.
    case .damaged, .frozen, .thawed, .departing, .departureOver, .withdrawn, .declarationRefused,
      .storeFailed,
      .storeRecovered:
      return nil
    }
  }
}
