import Glibc
import LinuxSystem
import SchedulerCore
import Testing

@testable import TaskExecution

/// What one input leads to in one situation.
struct UnitRunRow: Sendable, CustomTestStringConvertible {
  typealias Machine = UnitRunStateMachine

  let situation: UnitRunSituation
  let input: Machine.Input
  let actions: [Machine.Action]
  let phase: Machine.Phase
  let view: Machine.View

  var testDescription: String { "\(situation.testDescription) + \(input.words)" }

  /// Every input that leads to anything, in every situation. What is not here changes nothing.
  static let table = [
    connection, orders, starting, existing, startingLook, startingChange, runningLook, runningChange,
    adopting,
    reading, clearing,
  ].flatMap { $0 }

  /// The same in several situations; phase and view stay as they are unless said otherwise.
  private static func rows(
    _ situations: UnitRunSituation..., on input: Machine.Input, _ actions: [Machine.Action] = [],
    to phase: Machine.Phase? = nil, view: Machine.View? = nil
  ) -> [UnitRunRow] {
    situations.map {
      UnitRunRow(
        situation: $0, input: input, actions: actions, phase: phase ?? $0.phase, view: view ?? $0.view)
    }
  }

  /// The same whatever of several is seen.
  private static func rows(
    _ situations: UnitRunSituation..., onLooks looks: [Result<UnitSnapshot, BusError>],
    _ actions: [Machine.Action] = [], to phase: Machine.Phase? = nil, view: Machine.View? = nil
  ) -> [UnitRunRow] {
    situations.flatMap { situation in
      looks.flatMap { rows(situation, on: .looked($0), actions, to: phase, view: view) }
    }
  }

  static let launch = Machine.Action.startTransientUnit(UnitRunSituation.program)
  static let started: [Machine.Action] = [.removeEnvironment, .started]

  static func failed(_ problem: LaunchProblem) -> [Machine.Action] {
    [.removeEnvironment, .failed(problem)]
  }

  static func over(_ exit: Exit) -> [Machine.Action] {
    [
      .removeEnvironment,
      .ended(UnitEnd(exit: exit, isOutOfMemory: false, result: "", started: nil, ended: nil)),
    ]
  }

  // MARK: Manager and executor

  private static let connection = [
    rows(.idle, .unsure, .unsureInDoubt, on: .linkReady, [launch], to: .asked),
    rows(.existingIdle, on: .linkReady, [.loadUnit], to: .loading),
    rows(.existingUnsure, .existingUnsureReady, .finding, .existingFinding, on: .linkReady, [.look]),
    rows(.startingInDoubt, on: .linkReady, [.readArguments]),
    rows(
      .starting, .startingSomehow, .startingBlind, .existingStarting, .adoptedStarting, .held, .heldBlind,
      .running, .runningUnlinked, .runningBlind, .existingRunning, .adoptedRunning, .sweeping, .clearing,
      on: .linkReady, [.look], view: .blind),
    rows(.discarding, on: .linkReady, [.look, .stop, .killAll], view: .blind),

    rows(.asked, .askedInDoubt, on: .linkLost, to: .unsure, view: .doubtful),
    rows(.existingAsked, on: .linkLost, to: .unsure),
    rows(.loading, .inspecting, on: .linkLost, to: .idle),
    rows(
      .starting, .startingSomehow, .startingBlind, .startingInDoubt, on: .linkLost, to: .starting(job: nil),
      view: .doubtful),
    rows(.existingStarting, on: .linkLost, to: .starting(job: nil)),
    rows(.clearing, on: .linkLost, to: .running),
    rows(.idle, .existingIdle, on: .linkFailed(.gone), failed(LaunchProblem(BusError.gone)), to: .ended),
  ].flatMap { $0 }

  static let stoppedBefore = LaunchProblem(
    "it was told to stop before systemd could be asked to start it", isPassing: true)

  private static let orders =
    [(Machine.Input.expire, Machine.Action.stop), (.kill, .killAll)].flatMap { order, action in
      [
        rows(.idle, .existingIdle, .loading, .inspecting, on: order, failed(stoppedBefore), to: .ended),
        rows(
          .asked, .askedInDoubt, .existingAsked, .starting, .startingSomehow, .startingBlind,
          .startingInDoubt, .existingStarting, .adoptedStarting, .finding, .held, .heldBlind, .running,
          .runningBlind, .existingRunning, .adoptedRunning, .sweeping, .clearing, .discarding,
          .existingUnsureReady, on: order,
          [action]),
      ].flatMap { $0 }
    }

  // MARK: Starting

  private static let starting = [
    rows(.asked, .existingAsked, on: .startAnswered(.job), to: .starting(job: "job/1")),
    rows(.askedInDoubt, on: .startAnswered(.job), to: .starting(job: "job/1"), view: .clear),
    rows(.asked, .askedInDoubt, .existingAsked, on: .startAnswered(.gone), to: .unsure),
    rows(.asked, .existingAsked, on: .startAnswered(.exists), [.look], to: .starting(job: nil)),
    rows(.asked, .existingAsked, on: .startAnswered(.timedOut), [.look], to: .starting(job: nil)),
    rows(.askedInDoubt, on: .startAnswered(.exists), [.readArguments], to: .starting(job: nil)),
    rows(.askedInDoubt, on: .startAnswered(.timedOut), [.readArguments], to: .starting(job: nil)),
    rows(
      .asked, .askedInDoubt, .existingAsked, on: .startAnswered(.denied),
      failed(LaunchProblem(BusError.denied)), to: .ended),
    rows(
      .asked, .askedInDoubt, .existingAsked, on: .environmentFailed(.diskFull),
      failed(LaunchProblem(environment: .diskFull)), to: .ended),

    rows(.starting, on: .jobDone, started, to: .running),
    // Nothing is known of the unit yet, which may have a process.
    rows(.starting, on: .jobFailed, [.look], to: .starting(job: nil), view: .blind),
    rows(.existingStarting, on: .jobFailed, failed(notStarted("job: failed")), to: .ended),
    rows(.existingStarting, on: .jobDone, failed(notStarted("job: done")), to: .ended),
    rows(.startingBlind, .startingInDoubt, on: .jobDone, to: .starting(job: nil)),
    rows(.startingBlind, .startingInDoubt, on: .jobFailed, to: .starting(job: nil)),
  ].flatMap { $0 }

  static func notStarted(_ why: String, isPassing: Bool = false) -> LaunchProblem {
    LaunchProblem("systemd did not start it (\(why))", isPassing: isPassing)
  }

  static let activeAlready = LaunchProblem(
    "backup.service is active already, but not for this run", isPassing: true)
  static let notKnown = LaunchProblem(
    "systemd does not know the unit backup.service", isPassing: false)

  private static let existing = [
    rows(.loading, on: .loadAnswered(.path), [.claim("/canonical")]),
    rows(.loading, on: .loadAnswered(.gone), to: .idle),
    rows(.loading, on: .loadAnswered(.exists), [.look], to: .inspecting),
    rows(.loading, on: .loadAnswered(.timedOut), [.look], to: .inspecting),
    rows(.loading, on: .loadAnswered(.denied), failed(LaunchProblem(BusError.denied)), to: .ended),
    rows(.loading, on: .pathClaimed, [.look], to: .inspecting),
    rows(.loading, on: .pathTaken, failed(activeAlready), to: .ended),

    rows(.inspecting, onLooks: [.inactive, .kept, .failed], [.startUnit], to: .asked),
    rows(.inspecting, onLooks: [.activating, .working, .olderWork], failed(activeAlready), to: .ended),
    rows(
      .inspecting, .existingUnsureReady, .existingAsked, .existingStarting, on: .looked(.missing),
      failed(notKnown), to: .ended),

    rows(.existingUnsureReady, onLooks: [.inactive, .activating], [.startUnit], to: .asked),
    rows(.existingUnsureReady, onLooks: [.working, .olderWork], started, to: .running),
    rows(.existingUnsureReady, on: .looked(.kept), started + over(.status(0)), to: .ended),
    rows(.existingUnsureReady, on: .looked(.failed), started + over(.status(1)), to: .ended),
  ].flatMap { $0 }

  private static let startingLook = [
    rows(.asked, .starting, .startingSomehow, on: .looked(.missing), [launch], to: .asked),
    rows(.startingBlind, on: .looked(.missing), [launch], to: .asked, view: .clear),
    rows(.startingSomehow, on: .looked(.inactive), failed(notStarted("")), to: .ended),
    rows(.startingBlind, onLooks: [.inactive, .activating, .failed], view: .clear),
    rows(
      .starting, .startingSomehow, .existingStarting, onLooks: [.working, .olderWork], started, to: .running),
    rows(.startingBlind, onLooks: [.working, .olderWork], started, to: .running, view: .clear),
    rows(.starting, .startingSomehow, on: .looked(.kept), started + [.killLeftovers], to: .clearing),
    rows(.startingBlind, on: .looked(.kept), started + [.killLeftovers], to: .clearing, view: .clear),
    rows(.existingStarting, on: .looked(.kept), started + over(.status(0)), to: .ended),
    rows(.startingSomehow, on: .looked(.failed), started + over(.status(1)), to: .ended),

    rows(.adoptedStarting, onLooks: [.missing, .failure(.denied)], over(.unknown), to: .ended),
    rows(.adoptedStarting, on: .looked(.inactive), [.removeEnvironment] + over(.unknown), to: .ended),
    rows(.adoptedStarting, onLooks: [.working, .olderWork], [.removeEnvironment], to: .running),
    rows(.adoptedStarting, on: .looked(.kept), [.removeEnvironment, .killLeftovers], to: .clearing),
    rows(.adoptedStarting, on: .looked(.failed), [.removeEnvironment] + over(.status(1)), to: .ended),

    rows(
      .asked, .askedInDoubt, .starting, .startingSomehow, .startingBlind, .startingInDoubt, .inspecting,
      .existingUnsureReady, .existingAsked, .existingStarting, on: .looked(.failure(.denied)),
      failed(LaunchProblem(BusError.denied)), to: .ended),
  ].flatMap { $0 }

  private static let startingChange = [
    rows(.starting, .startingSomehow, .existingStarting, on: .changed(.working), started, to: .running),
    rows(.starting, .startingSomehow, on: .changed(.kept), started + [.killLeftovers], to: .clearing),
    rows(.existingStarting, on: .changed(.kept), started + over(.status(0)), to: .ended),
    rows(.starting, .startingSomehow, on: .changed(.failing), started + [.killAll], to: .sweeping),
    rows(.existingStarting, on: .changed(.failing), started, to: .running),
    rows(.startingSomehow, on: .changed(.failed), started + over(.status(1)), to: .ended),
    rows(.startingSomehow, on: .changed(.inactive), failed(notStarted("")), to: .ended),
    rows(
      .startingSomehow, on: .changed(.setUpFailed),
      failed(LaunchProblem("program /bin/x: cannot be executed; the journal says why", isPassing: false)),
      to: .ended),

    rows(.adoptedStarting, on: .changed(.working), [.removeEnvironment], to: .running),
    rows(.adoptedStarting, on: .changed(.kept), [.removeEnvironment, .killLeftovers], to: .clearing),
    rows(.adoptedStarting, on: .changed(.failing), [.removeEnvironment, .killAll], to: .sweeping),
    rows(.adoptedStarting, on: .changed(.failed), [.removeEnvironment] + over(.status(1)), to: .ended),
    rows(.adoptedStarting, on: .changed(.setUpFailed), [.removeEnvironment] + over(.status(203)), to: .ended),
    rows(.adoptedStarting, on: .changed(.inactive), [.removeEnvironment] + over(.unknown), to: .ended),
  ].flatMap { $0 }

  // MARK: Running

  private static let runningLook = [
    // How a program ended is known of what was heard before its unit was unloaded.
    rows(
      .running, .existingRunning, .adoptedRunning, onLooks: [.missing, .inactive], over(.unknown),
      to: .ended),
    rows(.runningBlind, onLooks: [.missing, .inactive], over(.unknown), to: .ended, view: .clear),
    rows(.sweeping, onLooks: [.missing, .inactive, .failure(.denied)], over(.status(1)), to: .ended),
    rows(.clearing, onLooks: [.missing, .inactive, .failure(.denied)], over(.status(0)), to: .ended),

    rows(.running, .adoptedRunning, .sweeping, on: .looked(.kept), [.killLeftovers], to: .clearing),
    rows(.runningBlind, on: .looked(.kept), [.killLeftovers], to: .clearing, view: .clear),
    rows(.existingRunning, on: .looked(.kept), over(.status(0)), to: .ended),
    rows(
      .running, .existingRunning, .adoptedRunning, .sweeping, .clearing, on: .looked(.failed),
      over(.status(1)), to: .ended),
    rows(.runningBlind, on: .looked(.failed), over(.status(1)), to: .ended, view: .clear),
    rows(.runningBlind, onLooks: [.activating, .working, .olderWork], view: .clear),

    rows(
      .running, .runningBlind, .existingRunning, .adoptedRunning, on: .looked(.failure(.denied)),
      over(.unknown), to: .ended),
  ].flatMap { $0 }

  private static let runningChange = [
    rows(
      .running, .existingRunning, .adoptedRunning, .sweeping, .clearing, on: .changed(.inactive),
      over(.unknown), to: .ended),
    rows(
      .running, .existingRunning, .adoptedRunning, .sweeping, .clearing, on: .changed(.failed),
      over(.status(1)), to: .ended),
    rows(
      .running, .existingRunning, .adoptedRunning, .sweeping, .clearing, on: .changed(.setUpFailed),
      over(.status(203)), to: .ended),
    rows(.running, .adoptedRunning, .sweeping, on: .changed(.kept), [.killLeftovers], to: .clearing),
    rows(.existingRunning, on: .changed(.kept), over(.status(0)), to: .ended),
    rows(.running, .adoptedRunning, on: .changed(.failing), [.killAll], to: .sweeping),
  ].flatMap { $0 }

  private static let clearing = [
    rows(.clearing, on: .leftoversKilled(nil), [.stop]),
    rows(.clearing, on: .leftoversKilled(.nobody), over(.status(0)), to: .ended),
    rows(.clearing, on: .leftoversKilled(.timedOut), [.look], to: .running),
  ].flatMap { $0 }

  // MARK: Adopting

  private static let adopting = [
    rows(
      .finding, .existingFinding, onLooks: [.missing, .failure(.denied)], [.adopted(.missing)], to: .ended),
    rows(.finding, on: .looked(.inactive), [.adopted(.ended)], to: .held),
    // Nothing says that it was active since the run was recorded.
    rows(.existingFinding, onLooks: [.inactive, .olderWork], [.adopted(.missing)], to: .ended),
    rows(.finding, .existingFinding, onLooks: [.kept, .failed], [.adopted(.ended)], to: .held),
    rows(.finding, .existingFinding, onLooks: [.activating, .working], [.adopted(.running)], to: .held),
    rows(.finding, on: .looked(.olderWork), [.adopted(.running)], to: .held),

    rows(.held, on: .looked(.missing), over(.unknown), to: .ended),
    rows(.heldBlind, on: .looked(.missing), over(.unknown), to: .ended, view: .clear),
    rows(.held, .heldBlind, on: .looked(.failure(.denied)), over(.unknown), to: .ended),
    rows(.heldBlind, onLooks: [.inactive, .activating, .working, .olderWork, .kept, .failed], view: .clear),
    rows(.held, .heldBlind, on: .goOn, [.removeEnvironment], to: .running),
  ].flatMap { $0 }

  // MARK: Looking again

  static let readAgain = LaunchProblem(
    "systemd was reloaded while it started the unit, and may have read changed arguments",
    isPassing: true)

  private static let reading = [
    rows(.starting, .startingSomehow, .startingBlind, on: .reloadBegan, view: .doubtful),
    rows(.startingInDoubt, .askedInDoubt, on: .reloadEnded, [.readArguments]),
    rows(.startingInDoubt, .askedInDoubt, on: .argumentsRead(.asTheyWere), [.look], view: .blind),
    rows(.startingInDoubt, .askedInDoubt, on: .argumentsRead(.success([])), [.look], view: .blind),
    rows(.startingInDoubt, .askedInDoubt, on: .argumentsRead(.failure(.denied)), [.look], view: .blind),
    rows(
      .startingInDoubt, .askedInDoubt, on: .argumentsRead(.others), [.killAll, .stop, .look], to: .discarding,
      view: .blind),
    rows(
      .discarding, onLooks: [.missing, .inactive, .failed, .failure(.denied)], failed(readAgain), to: .ended),
    rows(.discarding, on: .changed(.inactive), failed(readAgain), to: .ended),
    rows(.discarding, on: .changed(.failed), failed(readAgain), to: .ended),
    rows(.discarding, on: .changed(.setUpFailed), failed(readAgain), to: .ended),

    rows(
      .loading, .inspecting, .asked, .askedInDoubt, .existingAsked, .starting, .startingSomehow,
      .existingStarting, .adoptedStarting, .held, .running, .existingRunning, .adoptedRunning, .sweeping,
      .clearing, .discarding, on: .unitRemoved, [.look]),
    rows(
      .inspecting, .asked, .askedInDoubt, .existingUnsureReady, .existingAsked, .starting, .startingSomehow,
      .startingBlind, .startingInDoubt, .existingStarting, .adoptedStarting, .finding, .existingFinding,
      .held, .heldBlind, .running, .runningBlind, .existingRunning, .adoptedRunning, .sweeping, .clearing,
      .discarding, on: .looked(.failure(.timedOut)), [.look]),
  ].flatMap { $0 }
}

extension UnitRunStateMachine.Input {
  /// Shorter than all of it, and no other's.
  var words: String {
    switch self {
    case .looked(.success(let snapshot)): "looked: \(snapshot.words)"
    case .changed(let snapshot): "changed: \(snapshot.words)"
    default: "\(self)"
    }
  }

  static let jobDone = Self.jobRemoved("job/1", result: "done")
  static let jobFailed = Self.jobRemoved("job/1", result: "failed")
  /// A stop has taken the place of the start.
  static let jobCanceled = Self.jobRemoved("job/1", result: "canceled")

  /// At least one of each, and all that the table has.
  static let samples: [Self] = [
    .linkReady, .linkLost, .linkFailed(.gone), .reloadBegan, .reloadEnded, .expire, .kill, .goOn,
    .startAnswered(.job), .startAnswered(.gone), .startAnswered(.exists), .startAnswered(.timedOut),
    .startAnswered(.denied), .environmentFailed(.diskFull), .loadAnswered(.path), .loadAnswered(.gone),
    .loadAnswered(.exists), .loadAnswered(.timedOut), .loadAnswered(.denied), .pathClaimed, .pathTaken,
    .looked(.missing), .looked(.inactive), .looked(.activating), .looked(.working), .looked(.olderWork),
    .looked(.kept), .looked(.failed), .looked(.failure(.gone)), .looked(.failure(.timedOut)),
    .looked(.failure(.noOwner)), .looked(.failure(.denied)), .argumentsRead(.asTheyWere),
    .argumentsRead(.others), .argumentsRead(.success([])), .argumentsRead(.failure(.gone)),
    .argumentsRead(.failure(.denied)), .leftoversKilled(nil), .leftoversKilled(.nobody),
    .leftoversKilled(.timedOut), .changed(.inactive), .changed(.activating), .changed(.working),
    .changed(.kept), .changed(.failing), .changed(.failed), .changed(.setUpFailed), .jobDone, .jobFailed,
    .jobRemoved("job/2", result: "done"), .unitRemoved,
  ]
}

extension SystemError {
  static let diskFull = SystemError(call: "write", code: ENOSPC)
}
