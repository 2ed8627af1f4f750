import Glibc
import LinuxSystem
import SchedulerCore

/// One run's unit, from the request to start it until nothing of its program is left. Confined to the
/// executor's queue.
///
/// It draws its conclusions from what is known of the unit, whichever way that came: the signals of a change,
/// or an answer after the connection was lost or the daemon was away.
final class UnitRun {
  private enum Phase {
    /// Nothing was asked of the manager, or it may not have heard it.
    case waiting
    /// The manager was asked to start it.
    case asked
    /// A job starts it; which one is not known when it was begun by an earlier daemon.
    case starting(job: String?)
    /// The program is, or was, at work.
    case running
    /// The program has ended; what it left behind is ended too.
    case clearing
    /// It is ended, since what was started is not what was asked for.
    case discarding
    case ended
  }

  let unit: UnitOfRun
  private let order: UnitRunOrder
  private let link: ManagerLink
  private let location: UnitManager
  private weak var client: (any UnitRunClient)?
  private var phase = Phase.waiting
  private var wasAsked = false
  private var isStarted: Bool
  private var isAdopted: Bool
  /// Nothing is said of an adopted unit before all that were adopted with it are known.
  private var isHeld = false
  private var isExpiring = false
  private var isKilled = false
  private var hasKilledLeftovers = false
  /// A change may have been heard by half: the manager tells of it in two signals, and they are listened to
  /// again since a moment. What comes before the answer to the next look is older than that.
  private var isBlind = false
  /// The manager may have read the unit from its file before it started the program.
  private var isDoubtful = false
  /// The manager was asked a second time to start it.
  private var isRepeated = false
  /// When an existing unit was started the last time before this run.
  private var earlierStart: UInt64?
  private(set) var path: String
  private(set) var snapshot = UnitSnapshot()

  init(
    _ unit: UnitOfRun, _ order: UnitRunOrder, path: String, link: ManagerLink, location: UnitManager,
    client: any UnitRunClient
  ) {
    self.unit = unit
    self.order = order
    self.path = path
    self.link = link
    self.location = location
    self.client = client
    if case .adopt = order { isAdopted = false } else { isAdopted = true }
    isStarted = !isAdopted
  }

  /// Where its processes are; nil when that is not known.
  var controlGroup: String? {
    if unit.isTransient { return "\(link.controlGroup)/\(UnitOfRun.slice)/\(unit.name)" }
    return snapshot.controlGroup.isEmpty ? nil : snapshot.controlGroup
  }

  /// The unit is there, and whoever has the result lets go of it with this method of the manager.
  var releasingMethod: String? {
    guard unit.isTransient else { return nil }
    return snapshot.isKept ? "StopUnit" : snapshot.activeState == "failed" ? "ResetFailedUnit" : nil
  }

  // MARK: What the executor asks for

  /// The manager is there: begins, or goes on.
  func linkIsReady() {
    switch phase {
    case .ended: return
    case .waiting:
      switch order {
      case .launch(let program): launch(program)
      case .start: wasAsked ? look() : load()
      case .adopt: look()
      }
    default:
      isBlind = true
      isDoubtful ? checkArguments() : look()
    }
    // What was asked for may have been lost with the connection.
    if isExpiring { stop() }
    if isKilled { killAll() }
  }

  /// Whether the unit's present activity is this run's. What was there before belongs to whoever has started
  /// it: it is never told anything.
  private var isOurs: Bool {
    if unit.isTransient { return true }
    return if case .adopt = order { isAdopted } else { wasAsked }
  }

  /// What was asked of the manager may have been lost.
  func linkIsLost() {
    isDoubtful = isDoubtful || mayBeReadAgain
    switch phase {
    case .asked: phase = .waiting
    // Jobs have other numbers when the manager has executed itself again.
    case .starting: phase = .starting(job: nil)
    case .clearing: phase = .running
    case .waiting, .running, .discarding, .ended: break
    }
  }

  /// The manager cannot be reached. Only what it has never heard of has failed with that.
  func linkFailed(_ error: BusError) {
    guard case .waiting = phase, !wasAsked, isAdopted else { return }
    fail(LaunchProblem(error))
  }

  /// What was handled before the manager began was answered before it said so.
  func managerReloads(begins: Bool) {
    if begins {
      guard case .starting = phase, mayBeReadAgain else { return }
      isDoubtful = true
      isBlind = true
    } else if isDoubtful {
      checkArguments()
    }
  }

  func expire() {
    isExpiring = true
    if isUnheard { return fail(Self.stoppedBefore) }
    if link.isReady { stop() }
  }

  func kill() {
    isKilled = true
    if isUnheard { return fail(Self.stoppedBefore) }
    if link.isReady { killAll() }
  }

  // MARK: What the manager says

  func changed(_ reader: BusReader) {
    guard !isBlind else { return }
    // A malformed message leaves out what it does not say; the next look finds it.
    try? snapshot.take(reader)
    evaluate()
  }

  /// Whether this job starts it.
  func waits(for job: String) -> Bool {
    if case .starting(job) = phase { true } else { false }
  }

  /// The job that starts it is done with.
  func jobRemoved(result: String) {
    // The answer to the look that is on its way says it.
    if isBlind { return phase = .starting(job: nil) }
    let hasRun = snapshot.hasExit && isNewStart && !snapshot.isSetUpFailure
    if result == "done" && (unit.isTransient || isAtWork || isNewStart) || hasRun {
      start()
      evaluate()
    } else {
      fail(LaunchProblem(snapshot, jobResult: result, program: program))
    }
  }

  /// The unit's object is gone; units that are loaded again at once, as all are by a reload, are not.
  func removed() {
    switch phase {
    case .waiting, .ended: break
    case .asked, .starting, .running, .clearing, .discarding: if !isBlind { look() }
    }
  }

  // MARK: Starting

  private static let stoppedBefore = LaunchProblem(
    "it was told to stop before systemd could be asked to start it", isPassing: true)

  private static let readAgain = LaunchProblem(
    "systemd was reloaded while it was started, and did not read its arguments as they were", isPassing: true)

  private var isUnheard: Bool {
    switch phase {
    case .waiting, .asked: !wasAsked && isAdopted
    case .starting, .running, .clearing, .discarding, .ended: false
    }
  }

  private var program: Program? {
    if case .launch(let program) = order { program } else { nil }
  }

  private func launch(_ program: Program) {
    let file: String?
    do throws(SystemError) {
      file = try location.environmentFiles?.put(program.environment, for: program.run)
    } catch {
      return fail(LaunchProblem(environment: error))
    }
    phase = .asked
    wasAsked = true
    let properties = UnitProperties(
      program: program, unit: unit, runsAsUsers: location.runsAsUsers,
      knowsIdleWeight: link.version >= 252, environmentFile: file)
    link.call("StartTransientUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
      try writer.string("fail")
      try properties.write(writer)
      try writer.array(of: "(sa(sv))") { _ in }
    } reply: { [weak self] in
      self?.asked($0)
    }
  }

  private func load() {
    phase = .asked
    link.call("LoadUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
    } reply: { [weak self] answer in
      guard let self, case .asked = phase else { return }
      do throws(BusError) {
        path = try answer.get().read { (reader) throws(BusError) in try reader.objectPath() }
        guard client?.found(self, path: path) == true else {
          return fail(LaunchProblem(activeUnit: unit.name))
        }
        look()
      } catch {
        asked(.failure(error))
      }
    }
  }

  private func startExisting() {
    phase = .asked
    wasAsked = true
    link.call("StartUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
      try writer.string("replace")
    } reply: { [weak self] in
      self?.asked($0)
    }
  }

  private func asked(_ answer: Result<BusMessage, BusError>) {
    guard case .asked = phase else { return }
    do throws(BusError) {
      let job = try answer.get().read { (reader) throws(BusError) in try reader.objectPath() }
      isDoubtful = false
      phase = .starting(job: job)
    } catch .connection {
      // Asked again when the manager is back: a unit of this name is not made twice.
      phase = .waiting
    } catch {
      let name = error.name
      if name == "org.freedesktop.systemd1.UnitExists" || error.code == ETIMEDOUT {
        phase = .starting(job: nil)
        isBlind = isDoubtful
        isDoubtful ? checkArguments() : look()
      } else {
        fail(LaunchProblem(error))
      }
    }
  }

  /// Whether the unit's program was started for this run.
  private var isNewStart: Bool {
    snapshot.startMonotonicUSec != 0 && snapshot.startMonotonicUSec != earlierStart
  }

  /// Whether it is active for this run, which one that has been so since an earlier end of its program is
  /// not.
  private var isAtWork: Bool { snapshot.isAtWork && (unit.isTransient || isNewStart || !snapshot.isKept) }

  private func start() {
    phase = .running
    location.environmentFiles?.remove(unit.run)
    guard !isStarted else { return }
    isStarted = true
    client?.started(self)
  }

  // MARK: Looking

  private func look() {
    link.properties(of: path) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success(let snapshot): looked(snapshot)
      case .failure(.connection): break
      case .failure(let error): unknown(error)
      }
    }
  }

  /// Whether the manager may come to start the program from what is in the unit's file.
  private var mayBeReadAgain: Bool {
    switch phase {
    case .asked, .starting: program != nil && snapshot.mainPID == 0 && !snapshot.hasExit
    case .waiting, .running, .clearing, .discarding, .ended: false
    }
  }

  /// systemd 252 reads arguments with `$` and `;` back as others. They must not be at work for this run.
  private func checkArguments() {
    link.arguments(of: path) { [weak self] answer in
      guard let self, isDoubtful, let program else { return }
      switch answer {
      case .failure(.connection): return
      case .success(let found) where !found.isEmpty && found != UnitProperties.arguments(of: program):
        phase = .discarding
        (isExpiring, isKilled) = (true, true)
        killAll()
        stop()
      case .success, .failure: break
      }
      isDoubtful = false
      look()
    }
  }

  private func looked(_ found: UnitSnapshot) {
    if case .ended = phase { return }
    // Asked before the manager was reloaded; there will be another one.
    guard !isDoubtful else { return }
    isBlind = false
    if found.isMissing { return missing() }
    if isNewStart, found.startMonotonicUSec == 0 {
      // Unloaded when it had ended, and loaded again by the question: how it ended was said before.
      (snapshot.activeState, snapshot.subState) = (found.activeState, found.subState)
      (snapshot.job, snapshot.mainPID) = (found.job, found.mainPID)
    } else {
      snapshot = found
    }
    if case .start = order, earlierStart == nil {
      guard found.isInactive || found.isKept else {
        return fail(LaunchProblem(activeUnit: unit.name))
      }
      earlierStart = found.startMonotonicUSec
      return startExisting()
    }
    if case .start = order, case .waiting = phase {
      // Whether it was started before the connection was lost.
      guard isNewStart else { return startExisting() }
      phase = .starting(job: nil)
    }
    if !isAdopted {
      guard unit.mayBe(activeSince: found.activeSince) else { return missing() }
      isAdopted = true
      phase = .starting(job: nil)
      let hasEnded = found.isInactive || found.isKept
      isHeld = true
      client?.adopted(self, hasEnded ? .ended : .running)
    }
    evaluate()
  }

  private func missing() {
    switch phase {
    case .waiting where !isAdopted:
      phase = .ended
      client?.adopted(self, .missing)
    case .running, .clearing: finish()
    case .discarding: fail(Self.readAgain)
    case .waiting, .asked, .starting:
      if isStarted {
        finish()
      } else if let program, !isRepeated {
        // It was asked and went away before it heard of it.
        isRepeated = true
        launch(program)
      } else {
        fail(LaunchProblem("systemd does not know the unit \(unit.name)", isPassing: unit.isTransient))
      }
    case .ended: break
    }
  }

  /// The manager answers, but not to this.
  private func unknown(_ error: BusError) {
    if error.code == ETIMEDOUT { return look() }
    // Between two owners of the manager's name; it is looked at again when the new one is there.
    if error.name == "org.freedesktop.DBus.Error.ServiceUnknown" { return }
    switch phase {
    case .ended: break
    case .waiting where !isAdopted: missing()
    case .waiting, .asked, .starting: isStarted ? finish() : fail(LaunchProblem(error))
    case .running, .clearing: finish()
    case .discarding: fail(Self.readAgain)
    }
  }

  // MARK: Concluding

  /// Ends the time in which nothing is said of an adopted unit.
  func goOn() {
    isHeld = false
    evaluate()
  }

  private func evaluate() {
    guard !isHeld else { return }
    switch phase {
    case .waiting, .asked, .clearing, .ended:
      if case .clearing = phase, snapshot.isInactive { finish() }
    case .discarding:
      if snapshot.isInactive { fail(Self.readAgain) }
    case .starting(let job):
      if isAtWork || (!unit.isTransient && snapshot.mainPID != 0 && isNewStart) {
        start()
        evaluate()
      } else if job == nil && (snapshot.isInactive || snapshot.isKept) {
        guard isStarted || (snapshot.hasExit && isNewStart && !snapshot.isSetUpFailure) else {
          return fail(LaunchProblem(snapshot, jobResult: nil, program: program))
        }
        start()
        evaluate()
      }
    case .running:
      if snapshot.isInactive || (snapshot.isKept && !unit.isTransient) {
        finish()
      } else if snapshot.isKept {
        clear()
      } else if snapshot.activeState == "deactivating", snapshot.hasExit, !isExpiring, !hasKilledLeftovers,
        unit.isTransient
      {
        hasKilledLeftovers = true
        killAll()
      }
    }
  }

  /// What a program that ended by itself leaves behind does not outlive it.
  private func clear() {
    phase = .clearing
    link.call("KillUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
      try writer.string("all-fail")
      try writer.int32(SIGKILL)
    } reply: { [weak self] answer in
      guard let self, case .clearing = phase else { return }
      switch answer {
      // There were some. The stop ends when they are gone.
      case .success: stop()
      case .failure(let error) where error.isSilence:
        phase = .running
        if link.isReady { look() }
      case .failure: finish()
      }
    }
  }

  private func stop() {
    guard isOurs else { return }
    link.call("StopUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
      try writer.string("replace")
    } reply: { _ in
      // A unit that is gone already has ended, and the others say it by their changes.
    }
  }

  private func killAll() {
    guard isOurs else { return }
    link.call("KillUnit") { (writer) throws(BusError) in
      try writer.string(unit.name)
      try writer.string("all")
      try writer.int32(SIGKILL)
    } reply: { _ in
      // As for stop().
    }
  }

  private func finish() {
    phase = .ended
    location.environmentFiles?.remove(unit.run)
    client?.ended(self, snapshot.end)
  }

  private func fail(_ problem: LaunchProblem) {
    phase = .ended
    location.environmentFiles?.remove(unit.run)
    client?.failed(self, problem)
  }
}
