import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution

/// The runs that were under way when the last daemon ended, by what became of them.
struct Survivors {
  /// The runs whose programs are at work.
  var running: Set<RunID> = []
  /// The runs whose programs have ended, each with its end.
  var ended: [RunID: ProgramEnd] = [:]
  /// The runs that the executor does not know.
  var missing: [RunID] = []
  /// The missing runs that may be at work, because the name of their unit is unknown, each with the cause.
  var unidentified: [RunID: String] = [:]
}

/// Adoption of the programs that went on without a daemon.
extension Programs {
  /// Finds out what became of runs of commands, and follows those that are at work.
  /// - Parameters:
  ///   - runs: The runs with their requests, as far as the store gives them. A run without one is looked for
  ///     as a unit of its own, which it has unless its request named a unit.
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

  /// Takes in the units that were found. The ends of runs that have ended are told next.
  private func adopted(_ found: UnitAdoption, _ handler: @escaping (Result<Survivors, BusError>) -> Void) {
    adoptApplications(found.strays)
    awaited = Set(found.ended)
    survivors = Survivors(running: Set(found.running), missing: found.missing)
    whenComplete = { handler(.success($0)) }
    completeIfNothingIsAwaited()
  }

  /// Follows applications, which live on without the daemon and have no record, so that their units go when
  /// they end. All other strays are discarded.
  private func adoptApplications(_ strays: [String]) {
    let applications = strays.compactMap(UnitOfRun.init(applicationUnit:))
    units?.discard(strays.filter { UnitOfRun(applicationUnit: $0) == nil })
    guard !applications.isEmpty else { return }
    processes.formUnion(applications.map(\.run))
    // Without an answer there is nothing to follow either.
    units?.adopt(applications) { _ in }
  }

  /// Records the end of a unit's program, with what only systemd knows of it. The event comes right after it.
  func ended(_ run: RunID, _ end: UnitEnd) {
    guard awaited.contains(run) else { return }
    survivors.ended[run] = ProgramEnd(
      exit: end.isOutOfMemory ? .outOfMemory : end.exit, ended: end.ended)
  }

  /// Returns the executor's event where the scheduler has to hear it.
  func filter(_ event: Event) -> Event? {
    switch event {
    case .runEnded(let run, _):
      if awaited.remove(run) != nil {
        completeIfNothingIsAwaited()
        return nil
      }
      // An application's process has no record whose commit would have to come first.
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
