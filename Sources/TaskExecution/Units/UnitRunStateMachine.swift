import Glibc
import LinuxSystem
import SchedulerCore

/// The unit of one run, from the request to start it until nothing of its program is left. An input comes in,
/// actions come out; ``UnitRun`` carries them out.
///
/// The machine concludes from the known state of the unit, whichever way that came: the signals of a change,
/// or an answer after the connection was lost or the daemon was away. After its last action
/// (``Action/failed``, ``Action/ended``, or ``Action/adopted`` of a missing unit) inputs have no effect.
struct UnitRunStateMachine: Hashable, Sendable {
  /// The phase of the unit.
  enum Phase: Hashable, Sendable {
    /// The manager was not asked for anything.
    case idle
    /// An existing unit is being loaded, for the path that signals about it come from.
    case loading
    /// The unit is looked at before it is started.
    case inspecting
    /// The manager was asked to start the unit, and may not have heard it.
    case unsure
    /// The manager was asked to start the unit.
    case asked
    /// A job starts the unit; its path is not known when the answer was lost or an earlier daemon began it.
    case starting(job: String?)
    /// The unit of an earlier daemon is looked for.
    case finding
    /// The unit was found. Nothing is reported of it before all that are adopted with it are known.
    case held
    /// The program is, or was, at work.
    case running
    /// The program has ended by itself and systemd ends its unit; what was left behind was killed.
    case sweeping
    /// The program has ended, and its unit is kept; what it left behind is ended too.
    case clearing
    /// The unit is being ended, since it was not started as requested.
    case discarding
    /// The last action was returned.
    case ended
  }

  /// The reliability of the known state.
  enum View: Hashable, Sendable {
    case clear
    /// A change may be known by half: the manager reports it in two signals, and they are heard again only
    /// since a moment. Signals before the answer to the next look are older than that.
    case blind
    /// The manager may have read the unit from its file before it started the program. Before its arguments
    /// are read nothing is concluded.
    case doubtful
  }

  /// The purpose of the machine, with the facts for that purpose alone.
  enum Purpose: Hashable, Sendable {
    /// Starts a program in a unit of its own. The request is repeated once when the manager does not know the
    /// unit afterwards.
    case launch(Program, mayRepeat: Bool = true)
    /// Starts an existing unit, whose last start before this run was at `earlier`.
    case start(earlier: UInt64? = nil)
    /// Follows a unit that an earlier daemon has started.
    case adopt
  }

  /// The orders for the program: each may come without the other, in any order.
  struct Orders: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let stop = Orders(rawValue: 1)
    static let kill = Orders(rawValue: 2)
  }

  let unit: UnitOfRun
  /// The path of the unit's object.
  private(set) var path: String
  private(set) var phase: Phase
  private(set) var view = View.clear
  private(set) var snapshot = UnitSnapshot()
  private var purpose: Purpose
  /// The result of the job that was to start the unit, if that did not do it.
  private var jobResult: String?
  private var told: Orders = []
  private var isLinked = false

  init(_ unit: UnitOfRun, _ purpose: Purpose, path: String) {
    self.unit = unit
    self.purpose = purpose
    self.path = path
    if case .adopt = purpose { phase = .finding } else { phase = .idle }
  }

  /// Whether the processes that the program has started live on. Of a program that was launched here it is
  /// known before its unit is looked at.
  var leavesBehind: Bool { snapshot.leavesBehind || program?.limits.killMode == .process }

  /// Whether this job starts the unit.
  func waits(for job: String) -> Bool { phase == .starting(job: job) }

  /// The call that releases the unit once its result is stored; nil when the unit is not kept here.
  var release: UnitRelease? {
    guard unit.isTransient else { return nil }
    if snapshot.isKept { return UnitRelease(unit: unit.name, method: "StopUnit") }
    return snapshot.activeState == "failed" ? UnitRelease(unit: unit.name, method: "ResetFailedUnit") : nil
  }

  /// Takes one input.
  /// - Returns: The actions, in this order.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case _ where phase == .ended: return []
    case .linkReady: return linkIsReady()
    case .linkLost: return linkIsLost()
    case .linkFailed(let error): return phase == .idle ? fail(LaunchProblem(error)) : []
    case .expire: return obey(.stop)
    case .kill: return obey(.kill)
    case .goOn: return goOn()
    case .startAnswered(let answer): return startAnswered(answer)
    case .environmentFailed(let error):
      return phase == .asked ? fail(LaunchProblem(environment: error)) : []
    case .loadAnswered(let answer): return loadAnswered(answer)
    case .pathClaimed: return pathClaimed()
    case .pathTaken: return phase == .loading ? fail(LaunchProblem(activeUnit: unit.name)) : []
    case .leftoversKilled(let error): return leftoversKilled(error)
    // The rest is of a manager that is gone. The next one is asked when it is there.
    case _ where !isLinked: return []
    case .looked(.success(let found)): return looked(found)
    case .looked(.failure(let error)): return lookFailed(error)
    case .argumentsRead(let answer): return argumentsRead(answer)
    case .reloadBegan: return reloadBegan()
    case .reloadEnded: return view == .doubtful ? [.readArguments] : []
    case .changed(let newer): return changed(newer)
    case .jobRemoved(let job, let result): return waits(for: job) ? jobRemoved(result) : []
    case .unitRemoved: return unitRemoved()
    }
  }
}

// MARK: The connection

extension UnitRunStateMachine {
  /// Begins, or goes on, with a manager. Earlier requests may have been lost with the connection.
  private mutating func linkIsReady() -> [Action] {
    isLinked = true
    return goOnAsking() + requests(told)
  }

  private mutating func goOnAsking() -> [Action] {
    switch phase {
    case .idle, .unsure:
      switch purpose {
      case .launch(let program, _): return launch(program)
      case .start where phase == .unsure: return [.look]
      case .start:
        phase = .loading
        return [.loadUnit]
      case .adopt: return []
      }
    case .finding: return [.look]
    case .starting, .held, .running, .sweeping, .clearing, .discarding:
      return view == .doubtful ? [.readArguments] : lookBlind()
    // The answer is on its way.
    case .loading, .inspecting, .asked, .ended: return []
    }
  }

  private mutating func lookBlind() -> [Action] {
    view = .blind
    return [.look]
  }

  /// Notes that requests to the manager may have been lost.
  private mutating func linkIsLost() -> [Action] {
    isLinked = false
    if mayBeReadAgain { view = .doubtful }
    switch phase {
    case .loading, .inspecting: phase = .idle
    case .asked: phase = .unsure
    // Jobs have other numbers when the manager has executed itself again.
    case .starting: phase = .starting(job: nil)
    case .clearing: phase = .running
    case .idle, .unsure, .finding, .held, .running, .sweeping, .discarding, .ended: break
    }
    return []
  }

  /// Notes a reload. Requests that the manager handled before it were answered before this signal.
  private mutating func reloadBegan() -> [Action] {
    guard case .starting = phase, mayBeReadAgain else { return [] }
    view = .doubtful
    return []
  }

  /// Whether the manager may still start the program from the unit's file.
  private var mayBeReadAgain: Bool {
    guard case .launch = purpose else { return false }
    switch phase {
    case .asked, .starting: return snapshot.mainPID == 0 && !snapshot.hasExit
    case .idle, .loading, .inspecting, .unsure, .finding, .held, .running, .sweeping, .clearing,
      .discarding, .ended:
      return false
    }
  }
}

// MARK: Orders

extension UnitRunStateMachine {
  private mutating func obey(_ order: Orders) -> [Action] {
    told.formUnion(order)
    switch phase {
    case .idle, .loading, .inspecting: return fail(Self.stoppedBefore)
    case .unsure, .asked, .starting, .finding, .held, .running, .sweeping, .clearing, .discarding, .ended:
      return isLinked ? requests(order) : []
    }
  }

  private func requests(_ orders: Orders) -> [Action] {
    guard isOurs else { return [] }
    return (orders.contains(.stop) ? [.stop] : []) + (orders.contains(.kill) ? [.killAll] : [])
  }

  /// Whether the unit's present activity is this run's. Earlier activity belongs to its starter: it is never
  /// stopped or killed.
  private var isOurs: Bool {
    switch phase {
    case .idle, .loading, .inspecting, .finding: unit.isTransient
    case .unsure, .asked, .starting, .held, .running, .sweeping, .clearing, .discarding: true
    case .ended: false
    }
  }

  /// Ends the phase in which nothing is reported of an adopted unit.
  private mutating func goOn() -> [Action] {
    guard phase == .held else { return [] }
    phase = .starting(job: nil)
    return conclude()
  }
}

// MARK: Starting

extension UnitRunStateMachine {
  private static let stoppedBefore = LaunchProblem(
    "it was told to stop before systemd could be asked to start it", isPassing: true)

  private mutating func launch(_ program: Program) -> [Action] {
    phase = .asked
    return [.startTransientUnit(program)]
  }

  private mutating func startExisting() -> [Action] {
    phase = .asked
    return [.startUnit]
  }

  private mutating func startAnswered(_ answer: Result<String, BusError>) -> [Action] {
    guard phase == .asked else { return [] }
    switch answer {
    case .success(let job):
      phase = .starting(job: job)
      view = .clear
      return []
    case .failure(.connection):
      // The request is repeated when the manager is back: a unit of this name is not made twice.
      phase = .unsure
      return []
    case .failure(let error) where Self.leavesOpen(error):
      phase = .starting(job: nil)
      if view == .doubtful { return [.readArguments] }
      view = .clear
      return [.look]
    case .failure(let error): return fail(LaunchProblem(error))
    }
  }

  /// Whether the unit may be started all the same: it exists, from an earlier request or an earlier daemon,
  /// or the answer did not come in time.
  private static func leavesOpen(_ error: BusError) -> Bool {
    error.name == "org.freedesktop.systemd1.UnitExists" || error.code == ETIMEDOUT
  }

  private mutating func loadAnswered(_ answer: Result<String, BusError>) -> [Action] {
    guard phase == .loading else { return [] }
    switch answer {
    case .success(let path):
      self.path = path
      return [.claim(path)]
    case .failure(.connection):
      phase = .idle
      return []
    case .failure(let error) where Self.leavesOpen(error): return pathClaimed()
    case .failure(let error): return fail(LaunchProblem(error))
    }
  }

  private mutating func pathClaimed() -> [Action] {
    guard phase == .loading else { return [] }
    phase = .inspecting
    return [.look]
  }

  /// Handles the end of the job that starts the unit.
  private mutating func jobRemoved(_ result: String) -> [Action] {
    if result != "done" { jobResult = result }
    guard view == .clear else {
      // The answer that is on its way brings the result.
      phase = .starting(job: nil)
      return []
    }
    if result == "done" && (unit.isTransient || isAtWork || isNewStart) || hasRun { return start() }
    if result != "done", !snapshot.isWithoutProcesses {
      // A stop has taken the job's place. The program may be at work already, until its unit is inactive.
      phase = .starting(job: nil)
      return lookBlind()
    }
    return fail(LaunchProblem(snapshot, jobResult: result, program: program))
  }

  private var startProblem: LaunchProblem {
    LaunchProblem(snapshot, jobResult: jobResult, program: program)
  }

  private var program: Program? {
    if case .launch(let program, _) = purpose { program } else { nil }
  }

  /// Whether the unit's program was started for this run.
  private var isNewStart: Bool {
    guard snapshot.startMonotonicUSec != 0 else { return false }
    if case .start(let earlier) = purpose { return snapshot.startMonotonicUSec != earlier }
    return true
  }

  /// Whether the unit is active for this run, which one that has stayed active since an earlier end of its
  /// program is not.
  private var isAtWork: Bool { snapshot.isAtWork && (unit.isTransient || isNewStart || !snapshot.isKept) }

  /// Whether the program was at work for this run, and has ended.
  private var hasRun: Bool { snapshot.hasExit && isNewStart && !snapshot.isSetUpFailure }
}

// MARK: Looking

extension UnitRunStateMachine {
  private static let readAgain = LaunchProblem(
    "systemd was reloaded while it started the unit, and may have read changed arguments",
    isPassing: true)

  private mutating func changed(_ newer: UnitSnapshot) -> [Action] {
    switch phase {
    case .idle, .loading, .inspecting, .unsure, .asked, .finding, .ended: break
    case .starting, .held, .running, .sweeping, .clearing, .discarding:
      guard view == .clear else { return [] }
    }
    snapshot = newer
    return conclude()
  }

  /// Handles the removal of the unit's object. A reload also removes it, and loads the unit again at once.
  private mutating func unitRemoved() -> [Action] {
    switch phase {
    case .idle, .unsure, .finding, .ended: []
    case .loading, .inspecting, .asked: [.look]
    case .starting, .held, .running, .sweeping, .clearing, .discarding: view == .clear ? [.look] : []
    }
  }

  /// Whether the unit's properties matter in this phase.
  private var isLookedAt: Bool {
    switch phase {
    case .idle, .loading, .ended: return false
    case .unsure:
      guard case .start = purpose else { return false }
      return true
    case .inspecting, .asked, .starting, .finding, .held, .running, .sweeping, .clearing, .discarding:
      return true
    }
  }

  private mutating func looked(_ found: UnitSnapshot) -> [Action] {
    // The question is older than the manager's reload; another one follows.
    guard isLookedAt, view != .doubtful else { return [] }
    view = .clear
    if found.isMissing { return missing() }
    take(found)
    switch phase {
    case .inspecting:
      guard found.isInactive || found.isKept else { return fail(LaunchProblem(activeUnit: unit.name)) }
      purpose = .start(earlier: found.startMonotonicUSec)
      return startExisting()
    case .unsure:
      // The unit may have been started before the connection was lost.
      guard isNewStart else { return startExisting() }
      phase = .starting(job: nil)
    case .finding:
      guard unit.mayBe(activeSince: found.activeSince) else { return missing() }
      phase = .held
      return [.adopted(found.isInactive || found.isKept ? .ended : .running)]
    case .idle, .loading, .asked, .starting, .held, .running, .sweeping, .clearing, .discarding, .ended: break
    }
    return conclude()
  }

  private mutating func take(_ found: UnitSnapshot) {
    guard isNewStart, found.startMonotonicUSec == 0 else { return snapshot = found }
    // The unit was unloaded after its end, and loaded again by the question: its end is known already.
    (snapshot.activeState, snapshot.subState) = (found.activeState, found.subState)
    (snapshot.job, snapshot.mainPID) = (found.job, found.mainPID)
  }

  private mutating func missing() -> [Action] {
    switch (phase, purpose) {
    case (.finding, _):
      phase = .ended
      return [.adopted(.missing)]
    case (.running, _), (.sweeping, _), (.clearing, _): return finish()
    case (.discarding, _): return fail(Self.readAgain)
    case (_, .adopt): return finish()
    case _ where jobResult != nil:
      guard hasRun else { return fail(startProblem) }
      return [.started] + finish()
    case (_, .launch(let program, mayRepeat: true)):
      // The manager was asked and went away before it heard of it.
      purpose = .launch(program, mayRepeat: false)
      return launch(program)
    case (_, .launch), (_, .start):
      return fail(
        LaunchProblem("systemd does not know the unit \(unit.name)", isPassing: unit.isTransient))
    }
  }

  /// Handles a question that the manager refused or did not answer.
  private mutating func lookFailed(_ error: BusError) -> [Action] {
    if case .connection = error { return [] }
    guard isLookedAt else { return [] }
    if error.code == ETIMEDOUT { return [.look] }
    // The manager's name is between two owners; the next look comes when the new one is there.
    if error.name == "org.freedesktop.DBus.Error.ServiceUnknown" { return [] }
    switch (phase, purpose) {
    case (.finding, _), (.running, _), (.sweeping, _), (.clearing, _), (.discarding, _), (_, .adopt):
      return missing()
    case (_, .launch), (_, .start): return fail(LaunchProblem(error))
    }
  }

  /// Ends a unit that was read back with other arguments, as systemd 252 does with `$` and `;` in them.
  private mutating func argumentsRead(_ answer: Result<[String], BusError>) -> [Action] {
    guard view == .doubtful, let program else { return [] }
    switch answer {
    case .failure(.connection): return []
    case .success(let found) where !found.isEmpty && found != UnitProperties.arguments(of: program):
      phase = .discarding
      told = [.stop, .kill]
      return [.killAll, .stop] + lookBlind()
    case .success, .failure: return lookBlind()
    }
  }
}

// MARK: Concluding

extension UnitRunStateMachine {
  /// Returns the actions that follow from the known state of the unit.
  private mutating func conclude() -> [Action] {
    switch phase {
    case .idle, .loading, .inspecting, .unsure, .asked, .finding, .held, .ended: []
    case .starting(let job): concludeStart(isUnknown: job == nil)
    case .running, .sweeping: concludeRun()
    case .clearing: snapshot.isInactive ? finish() : []
    case .discarding: snapshot.isInactive ? fail(Self.readAgain) : []
    }
  }

  /// - Parameter isUnknown: Whether the end of the job that starts the unit is not reported.
  private mutating func concludeStart(isUnknown: Bool) -> [Action] {
    // Whether a unit that is being stopped has begun its program is known when it is inactive.
    let isBeingStopped = jobResult != nil && snapshot.activeState == "deactivating"
    if isAtWork && !isBeingStopped || !unit.isTransient && snapshot.mainPID != 0 && isNewStart {
      return start()
    }
    guard isUnknown, snapshot.isInactive || snapshot.isKept else { return [] }
    if case .adopt = purpose { return start() }
    return hasRun ? start() : fail(startProblem)
  }

  private mutating func start() -> [Action] {
    phase = .running
    let said: [Action] = if case .adopt = purpose { [] } else { [.started] }
    return [.removeEnvironment] + said + conclude()
  }

  private mutating func concludeRun() -> [Action] {
    let staysWhole = !unit.isTransient || leavesBehind
    if snapshot.isInactive || snapshot.isKept && staysWhole { return finish() }
    if snapshot.isKept {
      phase = .clearing
      return [.killLeftovers]
    }
    // Processes that a program leaves behind when it ends by itself do not outlive it.
    guard phase == .running, !staysWhole, !told.contains(.stop), snapshot.hasExit,
      snapshot.activeState == "deactivating"
    else { return [] }
    phase = .sweeping
    return [.killAll]
  }

  private mutating func leftoversKilled(_ error: BusError?) -> [Action] {
    guard phase == .clearing else { return [] }
    // Processes were left. The stop ends when they are gone.
    guard let error else { return [.stop] }
    guard error.isSilence else { return finish() }
    phase = .running
    return isLinked ? [.look] : []
  }

  private mutating func finish() -> [Action] {
    phase = .ended
    return [.removeEnvironment, .ended(snapshot.end)]
  }

  private mutating func fail(_ problem: LaunchProblem) -> [Action] {
    phase = .ended
    return [.removeEnvironment, .failed(problem)]
  }
}
