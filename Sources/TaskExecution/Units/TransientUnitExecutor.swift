package import Dispatch
import Glibc
package import LinuxSystem
import PlainText
package import SchedulerCore

/// An executor that runs programs as transient services of systemd, which supervises them: each has a control
/// group of its own, and goes on when the daemon ends. Confined to its queue, as is its deallocation.
///
/// A unit is named after its run, so a run whose unit exists is followed instead of being started a second
/// time, by this daemon or the next one. A unit whose program has ended is kept with its result until
/// ``release(_:)``, which is called when the result is on disk. Programs' output goes to the journal, with
/// the run and the identifier as fields.
///
/// systemd adds `INVOCATION_ID`, `JOURNAL_STREAM`, `SYSTEMD_EXEC_PID` and, in a user's manager, that
/// manager's environment to a program's. Arguments are properties of the unit, which all users can read;
/// environments go another way (``SecretFiles``).
package final class TransientUnitExecutor: Executor {
  /// The time after the last run in which the manager's signals are still listened to.
  private static let lingerUSec: Int64 = 10_000_000

  private let queue: DispatchQueue
  private let location: UnitManager
  private let whenEnded: @Sendable (RunID, UnitEnd) -> Void
  private let whenUnguarded: @Sendable (RunID, String) -> Void
  private let handler: @Sendable (Event) -> Void
  private var link: ManagerLink?
  private var runs: [RunID: UnitRun] = [:]
  private var paths: [String: UnitRun] = [:]
  private var guards: [RunID: LeaseGuard] = [:]
  private var adoptions: [UnitAdopter] = []
  /// The ended units that are kept, and the calls that release them.
  private var kept: [RunID: UnitRelease] = [:]
  private var releases: [UnitRelease] = []
  private var linger: Countdown?

  /// An executor without runs, which connects when it is needed.
  /// - Parameters:
  ///   - queue: The daemon's; the handlers are called on it, never from within a method of this class.
  ///   - manager: The systemd that runs the programs.
  ///   - whenEnded: Called with systemd's account of an end, just before its ``Event/runEnded(_:_:)``.
  ///   - whenUnguarded: Called with the reason when systemd does not watch over a run's lease.
  ///   - handler: Gets ``Event/runStarted(_:)``, ``Event/launchFailed(_:message:isPassing:)`` and
  ///     ``Event/runEnded(_:_:)``.
  package init(
    queue: DispatchQueue, manager: UnitManager,
    whenEnded: @escaping @Sendable (RunID, UnitEnd) -> Void = { _, _ in },
    whenUnguarded: @escaping @Sendable (RunID, String) -> Void = { _, _ in },
    handler: @escaping @Sendable (Event) -> Void
  ) {
    self.queue = queue
    location = manager
    self.whenEnded = whenEnded
    self.whenUnguarded = whenUnguarded
    self.handler = handler
    link = ManagerLink(manager, queue: queue, client: self)
  }

  deinit { link?.close() }

  /// Whether the manager starts programs as other users.
  package var runsAsUsers: Bool { location.runsAsUsers }

  /// The number of runs that have not ended.
  package var count: Int { runs.count }

  /// Starts the program. A run must not be launched twice; that is an error of the program, and traps. A run
  /// whose unit an earlier daemon has started goes on.
  package func launch(_ program: Program) {
    let unit =
      program.outlivesDaemon ? UnitOfRun(application: program.run) : UnitOfRun(task: program.run)
    if let problem = UnitProperties.problem(with: program) { return report(program.run, problem) }
    var program = program
    do throws(SystemError) {
      try handOver(&program)
    } catch {
      location.secretFiles?.remove(program.run)
      return report(program.run, LaunchProblem(credentials: error))
    }
    if let lease = program.lease {
      leaseGuard(of: unit)?.set(lease, leavesBehind: program.limits.killMode == .process)
    }
    begin(unit, .launch(program))
  }

  /// Has systemd stop the run a moment after this point. An administrator's unit is not guarded: what it does
  /// then need not be the run any more.
  package func guardLease(of run: RunID, _ lease: ProgramLease) {
    guard let unit = runs[run], unit.unit.isTransient else { return }
    leaseGuard(of: unit.unit)?.set(lease, leavesBehind: unit.leavesBehind)
  }

  /// Returns the guard of a run, a new one if there is none.
  private func leaseGuard(of unit: UnitOfRun, timers: [String] = []) -> LeaseGuard? {
    if let there = guards[unit.run] { return there }
    guard let link else { return nil }
    let new = LeaseGuard(
      unit, timers: timers, link: link, queue: queue, isOfUser: !location.runsAsUsers
    ) { [whenUnguarded] in whenUnguarded(unit.run, $0) }
    guards[unit.run] = new
    return new
  }

  /// Writes the program's credentials into files for the manager, and keeps them nowhere else.
  private func handOver(_ program: inout Program) throws(SystemError) {
    guard !program.credentials.isEmpty else { return }
    guard let files = location.secretFiles else {
      throw SystemError(
        call: "mkdir", code: ENOENT,
        saying: "There is no directory for credentials that is gone after a boot")
    }
    try files.put(program.credentials, for: program.run)
    for place in program.credentials.indices { program.credentials[place].contents = [] }
  }

  /// Starts an existing unit instead of a program, and follows it until it is inactive. When it is active
  /// already, for another run or by a person's start, the launch fails for now, and the unit is left alone;
  /// one that stays active without a program (`RemainAfterExit=`) cannot be started again.
  /// - Parameter unit: The name of a service.
  package func start(unit: String, for run: RunID) {
    guard unit.hasSuffix(".service"), unit.utf8.count < 256, !unit.utf8.contains(0) else {
      return report(
        run, LaunchProblem("unit \(SingleLine.escaped(unit)): not the name of a service", isPassing: false))
    }
    guard !runs.values.contains(where: { $0.unit.name == unit }) else {
      return report(run, LaunchProblem(activeUnit: unit))
    }
    begin(UnitOfRun(existing: unit, run: run), .start())
  }

  /// Stops the unit: SIGTERM to all of its processes, SIGKILL after the program's grace.
  package func expire(_ run: RunID) {
    runs[run]?.take(.expire)
    // systemd sees to the end from now on, if it has heard of it.
    if link?.isReady == true { guards[run]?.end() }
  }

  /// Sends SIGKILL to all processes of the unit's control group.
  package func kill(_ run: RunID) { runs[run]?.take(.kill) }

  /// Freezes the unit's processes, until ``thaw(_:then:)``. Its backstop goes on counting; stopping and
  /// killing work as ever.
  /// - Parameter then: Called on the queue when they are frozen, or with the reason why they are not; never
  ///   from within this method.
  package func freeze(_ run: RunID, then: @escaping (String?) -> Void) { control("FreezeUnit", run, then) }

  /// Thaws the unit's processes.
  package func thaw(_ run: RunID, then: @escaping (String?) -> Void) { control("ThawUnit", run, then) }

  /// Returns the run in whose control group the process is.
  package func program(of pid: Int32) -> RunID? {
    guard let group = ControlGroup.of(pid) else { return nil }
    return runs.values.first { run in run.controlGroup.map { ControlGroup.holds($0, group) } ?? false }?.unit
      .run
  }

  /// Finds the units of runs that were under way when an earlier daemon ended.
  /// - Parameter handler: Called on the queue, once, never from within this method. When the manager cannot
  ///   be reached it gets the reason, and nothing was adopted; the call may be repeated.
  package func adopt(_ units: [UnitOfRun], handler: @escaping (Result<UnitAdoption, BusError>) -> Void) {
    let adopter = UnitAdopter(units, handler: handler)
    adoptions.append(adopter)
    guard let link else { return }
    if link.isReady { queue.runLater { [weak self] in self?.begin(adopter) } } else { link.need() }
  }

  /// Releases the unit of a run whose end is on disk.
  package func release(_ run: RunID) {
    guard let unit = kept.removeValue(forKey: run) else { return }
    release(unit)
  }

  /// Releases units without a known run (``UnitAdoption/strays``). Those that are at work are stopped.
  package func discard(_ strays: [String]) {
    for name in strays where UnitOfRun.isOurs(name) {
      release(UnitRelease(unit: name, method: "StopUnit"))
      release(UnitRelease(unit: name, method: "ResetFailedUnit"))
    }
  }

  private func begin(_ unit: UnitOfRun, _ purpose: UnitRunStateMachine.Purpose) {
    guard let link, let run = insert(unit, purpose) else { return }
    guard link.isReady else { return link.need() }
    follow()
    run.take(.linkReady)
  }

  private func insert(_ unit: UnitOfRun, _ purpose: UnitRunStateMachine.Purpose) -> UnitRun? {
    precondition(runs[unit.run] == nil, "run \(unit.run) was launched twice")
    guard let link, let path = try? ManagerLink.path(of: unit.name) else { return nil }
    let run = UnitRun(unit, purpose, path: path, link: link, location: location, client: self)
    runs[unit.run] = run
    paths[path] = run
    return run
  }

  private func remove(_ run: UnitRun) {
    runs[run.unit.run] = nil
    guards.removeValue(forKey: run.unit.run)?.end()
    if paths[run.path] === run { paths[run.path] = nil }
    guard runs.isEmpty else { return }
    linger = Countdown(uSec: Self.lingerUSec, queue: queue) { [weak self] in self?.link?.unfollow() }
  }

  private func follow() {
    linger?.cancel()
    linger = nil
    link?.follow()
  }

  private func release(_ unit: UnitRelease) {
    guard let link, link.isReady else {
      releases.append(unit)
      link?.need()
      return
    }
    send(unit)
  }

  /// Sends a release. A unit that is gone already needs none; one that cannot be released is found as a stray
  /// by the next daemon.
  private func send(_ release: UnitRelease) {
    link?.call(release.method) { (writer) throws(BusError) in
      try writer.string(release.unit)
      if release.method == "StopUnit" { try writer.string("replace") }
    } reply: { _ in
      // Nothing depends on the answer.
    }
  }

  private func control(_ method: String, _ run: RunID, _ then: @escaping (String?) -> Void) {
    guard let unit = runs[run]?.unit.name, let link else {
      return queue.runLater { then("run \(run) has no unit") }
    }
    link.call(method) { (writer) throws(BusError) in
      try writer.string(unit)
    } reply: { answer in
      if case .failure(let error) = answer { then("\(error)") } else { then(nil) }
    }
  }

  private func report(_ run: RunID, _ problem: LaunchProblem) {
    report(.launchFailed(run, message: problem.message, isPassing: problem.isPassing))
  }

  /// Reports an event later, so that a caller need not expect it in the middle of its work.
  private func report(_ event: Event) {
    queue.runLater { [handler] in handler(event) }
  }
}

extension TransientUnitExecutor: UnitRunClient {
  func started(_ run: UnitRun) { report(.runStarted(run.unit.run)) }

  func failed(_ run: UnitRun, _ problem: LaunchProblem) {
    remove(run)
    if let unit = run.release { release(unit) }
    report(run.unit.run, problem)
  }

  func ended(_ run: UnitRun, _ end: UnitEnd) {
    let id = run.unit.run
    remove(run)
    kept[id] = run.release
    queue.runLater { [whenEnded, handler] in
      whenEnded(id, end)
      handler(.runEnded(id, end.isOutOfMemory ? .outOfMemory : end.exit))
    }
  }

  func found(_ run: UnitRun, path: String) -> Bool {
    guard paths[path] == nil || paths[path] === run else { return false }
    paths[path] = run
    return true
  }

  func adopted(_ run: UnitRun, _ state: UnitRunAdoption) {
    if case .missing = state { remove(run) }
    guard let index = adoptions.firstIndex(where: { $0.isWaiting(for: run.unit.run) }) else { return }
    let adopter = adoptions[index]
    guard adopter.take(run.unit.run, state) else { return }
    adoptions.remove(at: index)
    queue.runLater { [weak self] in
      adopter.finish()
      for run in adopter.found { self?.runs[run]?.take(.goOn) }
    }
  }
}

extension TransientUnitExecutor: ManagerLinkClient {
  func linkIsReady() {
    if !runs.isEmpty || !adoptions.isEmpty { follow() }
    for lease in guards.values { lease.resume() }
    for run in sortedRuns { run.take(.linkReady) }
    for adopter in adoptions where !adopter.hasBegun { begin(adopter) }
    let waiting = releases
    releases = []
    for release in waiting { send(release) }
  }

  func linkIsLost() {
    for run in sortedRuns { run.take(.linkLost) }
    needAgain()
  }

  func linkFailed(_ error: BusError) {
    for run in sortedRuns { run.take(.linkFailed(error)) }
    let waiting = adoptions
    adoptions = []
    for adopter in waiting {
      for run in adopter.waiting { runs[run].map(remove) }
      queue.runLater { adopter.fail(error) }
    }
    needAgain()
  }

  func managerReloads(begins: Bool) {
    for run in sortedRuns { run.take(begins ? .reloadBegan : .reloadEnded) }
  }

  func jobRemoved(_ job: String, result: String) {
    runs.values.first { $0.waits(for: job) }?.take(.jobRemoved(job, result: result))
  }

  func unitRemoved(_ path: String) { paths[path]?.take(.unitRemoved) }

  func unitChanged(_ path: String, _ message: BusMessage) {
    guard let run = paths[path] else { return }
    _ = try? message.read { (reader) throws(BusError) in
      try reader.skip("s")
      run.changed(reader)
    }
  }

  private func needAgain() {
    if !runs.isEmpty || !adoptions.isEmpty || !releases.isEmpty { link?.need() }
  }

  private var sortedRuns: [UnitRun] { runs.values.sorted { $0.unit.name < $1.unit.name } }

  private func begin(_ adopter: UnitAdopter) {
    guard let link, !adopter.hasBegun else { return }
    adopter.hasBegun = true
    follow()
    link.call("ListUnitsByPatterns") { (writer) throws(BusError) in
      try writer.strings([])
      try writer.strings([UnitOfRun.pattern, LeaseGuard.pattern])
    } reply: { [weak self, weak adopter] answer in
      guard let self, let adopter else { return }
      do throws(BusError) {
        let names = try answer.get().read { (reader) throws(BusError) in try UnitAdopter.names(reader) }
        look(for: adopter, names)
      } catch {
        adoptions.removeAll { $0 === adopter }
        adopter.fail(error)
      }
    }
  }

  /// Takes over the timers of an earlier daemon's leases, and ends those of runs that are over.
  private func keepTimers(_ names: [String], _ candidates: [UnitOfRun]) {
    var timers: [RunID: [String]] = [:]
    for name in names { if let run = LeaseGuard.run(ofTimer: name) { timers[run, default: []].append(name) } }
    let wanted = Set(candidates.map(\.run))
    for (run, names) in timers where guards[run] == nil {
      let old = leaseGuard(of: UnitOfRun(task: run), timers: names.sorted())
      guard !wanted.contains(run) else { continue }
      old?.end()
      guards[run] = nil
    }
  }

  private func look(for adopter: UnitAdopter, _ names: [String]) {
    let known = Set(runs.values.map(\.unit.name))
    let candidates = adopter.begin(loaded: names, known: known)
    keepTimers(names, candidates)
    location.secretFiles?.removeAll(but: Set(runs.keys).union(candidates.map(\.run)))
    guard !candidates.isEmpty else {
      adoptions.removeAll { $0 === adopter }
      return adopter.finish()
    }
    for unit in candidates {
      if let run = runs[unit.run] {
        // An earlier adoption found it, and failed before all of its units were looked at.
        adopted(run, .running)
      } else {
        insert(unit, .adopt)?.take(.linkReady)
      }
    }
  }
}
