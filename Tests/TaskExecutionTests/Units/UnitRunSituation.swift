import Glibc
import LinuxSystem
import SchedulerCore
import Testing

@testable import TaskExecution

/// A state of a run's unit, by the way that led there.
struct UnitRunSituation: Sendable, CustomTestStringConvertible {
  typealias Machine = UnitRunStateMachine

  let testDescription: String
  private let unit: UnitOfRun
  let purpose: Machine.Purpose
  /// What has come in.
  let inputs: [Machine.Input]
  /// Where that has led.
  let phase: Machine.Phase
  let view: Machine.View

  /// Before anything came in.
  var beginning: Machine { Machine(unit, purpose, path: "/unit") }

  var machine: Machine {
    var machine = beginning
    for input in inputs { _ = machine.handle(input) }
    return machine
  }

  private init(
    _ name: String, _ unit: UnitOfRun, _ purpose: Machine.Purpose, _ inputs: [Machine.Input],
    _ phase: Machine.Phase, _ view: Machine.View = .clear
  ) {
    testDescription = name
    self.unit = unit
    self.purpose = purpose
    self.inputs = inputs
    self.phase = phase
    self.view = view
  }

  /// The same after more.
  private func after(
    _ more: Machine.Input..., is phase: Machine.Phase, view: Machine.View = .clear, named name: String
  ) -> Self {
    Self(name, unit, purpose, inputs + more, phase, view)
  }

  static let run = RunID("0123456789abcdef0123456789abcdef")
  static let transient = UnitOfRun(task: run)
  static let existing = UnitOfRun(existing: "backup.service", run: run, recorded: WallTime(uSec: 200))
  static let program = Program(
    run: run, identifier: "x", uid: 0, arguments: ["/bin/x", "$a"], workingDirectory: nil, environment: [:])

  // MARK: A program in a unit of its own

  static let idle = Self("nothing asked yet", transient, .launch(program), [], .idle)
  static let asked = idle.after(.linkReady, is: .asked, named: "asked")
  static let unsure = asked.after(.startAnswered(.gone), .linkLost, is: .unsure, named: "perhaps not heard")
  static let unsureInDoubt = asked.after(
    .linkLost, is: .unsure, view: .doubtful, named: "perhaps not heard, perhaps read again")
  static let askedInDoubt = unsureInDoubt.after(
    .linkReady, is: .asked, view: .doubtful, named: "asked again, perhaps read again")
  static let starting = asked.after(
    .startAnswered(.job), is: .starting(job: "job/1"), named: "a job starts it")
  static let startingSomehow = asked.after(
    .startAnswered(.exists), is: .starting(job: nil), named: "a job starts it, nobody knows which")
  static let startingInDoubt = starting.after(
    .reloadBegan, is: .starting(job: "job/1"), view: .doubtful, named: "a job starts it, perhaps read again")
  static let startingBlind = startingInDoubt.after(
    .reloadEnded, .argumentsRead(.asTheyWere), is: .starting(job: "job/1"), view: .blind,
    named: "a job starts it, looked at again")
  static let running = starting.after(.changed(.working), is: .running, named: "running")
  static let runningUnlinked = running.after(.linkLost, is: .running, named: "running, no manager")
  static let runningBlind = runningUnlinked.after(
    .linkReady, is: .running, view: .blind, named: "running, looked at again")
  static let sweeping = running.after(.changed(.failing), is: .sweeping, named: "failing, leftovers killed")
  static let clearing = running.after(.changed(.kept), is: .clearing, named: "ended, leftovers being killed")
  static let discarding = startingInDoubt.after(
    .reloadEnded, .argumentsRead(.others), .looked(.working), is: .discarding, named: "not what was asked for"
  )
  static let ended = clearing.after(.leftoversKilled(.nobody), is: .ended, named: "over")

  // MARK: A unit that is there already

  static let existingIdle = Self("existing: nothing asked yet", existing, .start(), [], .idle)
  static let loading = existingIdle.after(.linkReady, is: .loading, named: "existing: being loaded")
  static let inspecting = loading.after(
    .loadAnswered(.path), .pathClaimed, is: .inspecting, named: "existing: looked at before the start")
  static let existingAsked = inspecting.after(.looked(.inactive), is: .asked, named: "existing: asked")
  static let existingUnsure = existingAsked.after(
    .linkLost, is: .unsure, named: "existing: perhaps not heard")
  static let existingUnsureReady = existingUnsure.after(
    .linkReady, is: .unsure, named: "existing: perhaps not heard, looked at")
  static let existingStarting = existingAsked.after(
    .startAnswered(.job), is: .starting(job: "job/1"), named: "existing: a job starts it")
  static let existingRunning = existingStarting.after(
    .changed(.working), is: .running, named: "existing: running")

  // MARK: A unit of an earlier daemon

  static let finding = Self("adopted: looked for", transient, .adopt, [.linkReady], .finding)
  static let existingFinding = Self(
    "adopted, existing: looked for", existing, .adopt, [.linkReady], .finding)
  static let held = finding.after(.looked(.working), is: .held, named: "adopted: others are looked for")
  static let heldBlind = held.after(
    .linkLost, .linkReady, is: .held, view: .blind, named: "adopted: others are looked for, looked at again")
  static let adoptedStarting = finding.after(
    .looked(.activating), .goOn, is: .starting(job: nil), named: "adopted: being started")
  static let adoptedRunning = held.after(.goOn, is: .running, named: "adopted: running")

  static let all = [
    idle, asked, unsure, unsureInDoubt, askedInDoubt, starting, startingSomehow, startingInDoubt,
    startingBlind, running, runningUnlinked, runningBlind, sweeping, clearing, discarding, ended,
    existingIdle, loading, inspecting, existingAsked, existingUnsure, existingUnsureReady, existingStarting,
    existingRunning,
    finding, existingFinding, held, heldBlind, adoptedStarting, adoptedRunning,
  ]
}

extension UnitSnapshot {
  private init(
    _ active: String, _ sub: String, pid: UInt32 = 0, exit: Int32? = nil, signal: Int32? = nil,
    started: UInt64 = 5, since: UInt64 = 300, load: String = "loaded"
  ) {
    self.init()
    (loadState, activeState, subState, mainPID) = (load, active, sub, pid)
    if let exit { (mainCode, mainStatus) = (1, exit) }
    if let signal { (mainCode, mainStatus) = (2, signal) }
    (startMonotonicUSec, activeUSec) = (started, since)
  }

  var words: String { "\(loadState) \(activeState) \(subState) \(mainStatus) since \(activeUSec)" }

  static let missing = UnitSnapshot("inactive", "dead", started: 0, since: 0, load: "not-found")
  static let inactive = UnitSnapshot("inactive", "dead", started: 0, since: 0)
  static let activating = UnitSnapshot("activating", "start", started: 0)
  /// It has a process, and is not active yet.
  static let beginning = UnitSnapshot("activating", "start", pid: 77)
  static let working = UnitSnapshot("active", "running", pid: 77)
  /// It works since before the run was recorded.
  static let olderWork = UnitSnapshot("active", "running", pid: 77, since: 100)
  static let kept = UnitSnapshot("active", "exited", exit: 0)
  /// It was kept, and is being stopped.
  static let stopping = UnitSnapshot("deactivating", "stop-sigterm", exit: 0)
  /// It was kept, and was stopped.
  static let stopped = UnitSnapshot("inactive", "dead", exit: 0)
  static let failing = UnitSnapshot("deactivating", "stop-sigterm", exit: 1)
  static let failed = UnitSnapshot("failed", "failed", exit: 1)
  static let setUpFailed = UnitSnapshot("failed", "failed", exit: 203)
  /// It is being stopped, with its process.
  static let stoppingAtWork = UnitSnapshot("deactivating", "stop-sigterm", pid: 77)
  static let terminated = UnitSnapshot("failed", "failed", signal: SIGTERM)
}

extension BusError {
  static let gone = BusError.connection(SystemError(call: "bus", code: ECONNRESET))
  static let unitExists = remote("org.freedesktop.systemd1.UnitExists", EEXIST)
  static let timedOut = remote("org.freedesktop.DBus.Error.NoReply", ETIMEDOUT)
  static let noOwner = remote("org.freedesktop.DBus.Error.ServiceUnknown", EHOSTUNREACH)
  static let denied = remote("org.freedesktop.DBus.Error.AccessDenied", EACCES)
  static let nobody = remote("org.freedesktop.systemd1.NoSuchProcess", ESRCH)

  private static func remote(_ name: String, _ code: CInt) -> BusError {
    .remote(name: name, message: "", code: code)
  }
}

extension Result where Success == String, Failure == BusError {
  static let job = Result.success("job/1")
  static let path = Result.success("/canonical")
  static let gone = Result.failure(.gone)
  static let exists = Result.failure(.unitExists)
  static let timedOut = Result.failure(.timedOut)
  static let denied = Result.failure(.denied)
}

extension Result where Success == UnitSnapshot, Failure == BusError {
  static let missing = Result.success(.missing)
  static let inactive = Result.success(.inactive)
  static let activating = Result.success(.activating)
  static let working = Result.success(.working)
  static let olderWork = Result.success(.olderWork)
  static let kept = Result.success(.kept)
  static let failing = Result.success(.failing)
  static let stoppingAtWork = Result.success(.stoppingAtWork)
  static let failed = Result.success(.failed)
}

extension Result where Success == [String], Failure == BusError {
  /// systemd has two `$` where a program gets one.
  static let asTheyWere = Result.success(["/bin/x", "$$a"])
  static let others = Result.success(["/bin/x", "\\$a"])
}
