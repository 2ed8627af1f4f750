@testable import SchedulerCore

/// The leases of tasks in some lives: submitters that renew them, in time or not, and that lose them. They
/// have a generator of their own, so that lives without them are as they were before there were any.
struct SwarmLeases {
  private var random: SeededGenerator
  private let isUsed: Bool
  /// The number of the machine's boot.
  private var boot: Int64 = 1
  /// The number of runs and of waiting tasks that have lost their leases.
  private(set) var lost = 0

  init(seed: UInt64, isUsed: Bool) { (random, self.isUsed) = (SeededGenerator(seed: seed), isUsed) }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// The end of a lease: mostly soon, sometimes late, and sometimes one that is refused.
  private mutating func end(at now: Moment) -> BootTime {
    if chance(5) { return now.boot + .seconds(Int64.random(in: -100...0, using: &random)) }
    return now.boot + .seconds(Int64.random(in: 1...(chance(60) ? 100 : 90_000), using: &random))
  }

  mutating func speak(of configuration: inout SchedulerConfiguration) {
    configuration.bootID = BootID(value: boot)
  }

  mutating func reboot() { boot += 1 }

  /// The name of the present boot.
  var bootID: BootID { BootID(value: boot) }

  /// Returns the submission with leases for some of its tasks.
  mutating func lend(to event: Event, at now: Moment) -> Event {
    guard isUsed else { return event }
    switch event {
    case .call(.submit(let submission), let caller, let token):
      return .call(.submit(lent(submission, at: now)), caller: caller, token: token)
    case .call(.submitBatch(let submissions), let caller, let token):
      var all: [Submission] = []
      for submission in submissions { all.append(lent(submission, at: now)) }
      return .call(.submitBatch(all), caller: caller, token: token)
    default: return event
    }
  }

  private mutating func lent(_ submission: Submission, at now: Moment) -> Submission {
    var submission = submission
    if chance(50) { submission.trustedUntil = end(at: now) }
    return submission
  }

  /// A renewal, of whatever there is under a name.
  mutating func nextEvent(at now: Moment) -> Event? {
    guard isUsed, chance(40) else { return nil }
    let identifier = "t\(Int.random(in: 0..<6, using: &random))"
    return .call(
      .renewLease(identifier: identifier, until: end(at: now)),
      uid: UInt32.random(in: 10...12, using: &random))
  }

  /// Returns what is wrong: nothing begins or is renewed after its lease is over, no lease is lost before
  /// that, and nothing that has lost its lease is tried again.
  mutating func violations(
    _ event: Event, _ decision: Decision, _ store: StoreModel, at now: Moment
  ) -> [String] {
    var found: [String] = []
    var tasks = store.tasks
    let isRenewal = if case .call(.renewLease, _, _) = event { true } else { false }
    for case .putTask(let task, _) in decision.changes {
      if isRenewal, let before = tasks[task.id]?.lease, before.boot == bootID, before.until <= now.boot,
        task.lease != before
      {
        found.append("task \(task.id.value) got a new lease when its old one was over")
      }
      tasks[task.id] = task
    }
    for case .report(let occurrence) in decision.directives {
      switch occurrence {
      case .launching(let run, _):
        guard let lease = tasks[run.taskID]?.lease else { continue }
        if lease.boot != bootID || lease.until <= now.boot {
          found.append("run \(run.id) began after its lease was over")
        }
      case .ended(let run, let next) where run.outcome == .leaseLost:
        lost += 1
        guard let lease = tasks[run.taskID]?.lease else {
          found.append("run \(run.id) has lost a lease that nobody gave")
          continue
        }
        if lease.boot == bootID, lease.until > now.boot {
          found.append("run \(run.id) has lost a lease that lasts")
        }
        if next != nil || run.success != false { found.append("run \(run.id) lost its lease for nothing") }
        if !decision.changes.contains(.deleteTask(run.taskID)) {
          found.append("task \(run.taskID.value) goes on without its lease")
        }
      default: break
      }
    }
    return found
  }
}
