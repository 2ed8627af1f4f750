import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// What has become of the runs that were under way when the last daemon ended.
struct Survivors {
  /// Their programs are at work.
  var running: Set<RunID> = []
  /// Their programs came to their ends, and this is how.
  var ended: [RunID: ProgramEnd] = [:]
  /// Nothing is known of them.
  var missing: [RunID] = []
  /// Those of them of which that means nothing, because nobody knows whose unit to ask for, and why.
  var unidentified: [RunID: String] = [:]
}

/// Taking over the programs that went on without a daemon.
extension Programs {
  /// Finds out what became of runs of commands, and looks after those that are at work.
  /// - Parameters:
  ///   - runs: With their requests, as far as the store gives them. One without is looked for as a unit of
  ///     its own, which is what it is unless its request named one.
  ///   - handler: Called once on the daemon's queue, never from within this method.
  func adopt(
    _ runs: [(run: Run, request: Wire.TaskRequest?)],
    handler: @escaping (Result<Survivors, BusError>) -> Void
  ) {
    guard let units else {
      let missing = Survivors(missing: runs.map(\.run.id))
      return queue.runLater { handler(.success(missing)) }
    }
    units.adopt(runs.map { Self.unit(of: $0.run, $0.request) }) { [weak self] answer in
      do throws(BusError) {
        self?.adopted(try answer.get(), handler)
      } catch {
        handler(.failure(error))
      }
    }
  }

  private static func unit(of run: Run, _ request: Wire.TaskRequest?) -> UnitOfRun {
    request?.unit.map { UnitOfRun(existing: $0, run: run.id, recorded: run.started) }
      ?? UnitOfRun(task: run.id)
  }

  /// The ends of those that have ended are told next.
  private func adopted(_ found: UnitAdoption, _ handler: @escaping (Result<Survivors, BusError>) -> Void) {
    adoptApplications(found.strays)
    awaited = Set(found.ended)
    survivors = Survivors(running: Set(found.running), missing: found.missing)
    whenComplete = { handler(.success($0)) }
    completeIfNothingIsAwaited()
  }

  /// Applications live on without the daemon as well, and nobody has a record of them. They are followed so
  /// that their units go when they end; what else nobody asked about is let go of.
  private func adoptApplications(_ strays: [String]) {
    let applications = strays.compactMap(UnitOfRun.init(applicationUnit:))
    units?.discard(strays.filter { UnitOfRun(applicationUnit: $0) == nil })
    guard !applications.isEmpty else { return }
    processes.formUnion(applications.map(\.run))
    // Without an answer there is nothing to follow either.
    units?.adopt(applications) { _ in }
  }

  /// An end of a unit's program, with what only systemd knows of it. The event comes right after it.
  func ended(_ run: RunID, _ end: UnitEnd) {
    guard awaited.contains(run) else { return }
    survivors.ended[run] = ProgramEnd(
      exit: end.isOutOfMemory ? .outOfMemory : end.exit, ended: end.ended)
  }

  /// What of an executor's event the scheduler has to hear.
  func filter(_ event: Event) -> Event? {
    switch event {
    case .runEnded(let run, _):
      if awaited.remove(run) != nil {
        completeIfNothingIsAwaited()
        return nil
      }
      // Nothing is recorded of an application's process, so there is nothing to wait for.
      if processes.remove(run) != nil { release(run) }
    case .launchFailed(let run, message: _, isPassing: _): processes.remove(run)
    default: break
    }
    return reading(event).map(finding)
  }

  private func completeIfNothingIsAwaited() {
    guard awaited.isEmpty, let complete = whenComplete else { return }
    whenComplete = nil
    complete(survivors)
    survivors = Survivors()
  }
}
