import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import Varlink

extension Shell {
  /// The most lines about damage that `Status` gives, as the protocol says.
  private static let damagedLines = 20

  /// Handles an event of the server: a call, the turn of a read, or the end of a connection.
  func happened(_ event: ServerEvent) {
    switch event {
    case .call(let call, let id, let caller, let wantsMore):
      receive(call, id, from: caller, wantsMore: wantsMore)
    case .batch(let batch, let id, let caller): receive(batch, id, from: caller)
    case .turn(.task(let snapshot), let id, let turn): get(snapshot, id, turn)
    case .turn(.output(let run, let caller), let id, let turn): readOutput(run, id, caller, turn)
    case .turn(.tasks(let listing), _, let turn): read(moreOf: listing, turn)
    case .turn(.runs(let listing), _, let turn): read(pageOf: listing, turn)
    case .turn(.record(let listing), _, let turn): read(pageOf: listing, turn)
    case .turn(.waiting(let listing), let id, let turn): read(moreOf: listing, id, turn)
    case .left(let session):
      watchers.remove(session)
      disconnected(session)
    }
  }

  /// Takes a call whose parameters have the right types: a call that changes state becomes an event, and a
  /// call that only reads waits for its turn behind that.
  private func receive(_ call: SchedulerCall, _ id: CallID, from caller: Caller, wantsMore: Bool) {
    do throws(SchedulerInterfaceError) {
      try call.checkBounds()
      switch call {
      case .submit(let parameters): try submit(parameters.request, id, caller)
      case .submitBatch(let parameters): receive(try CheckedBatch(parameters), id, from: caller)
      case .cancel(let parameters):
        take(.cancel(identifier: try Wire.checked(identifier: parameters.identifier)), id, caller)
      case .renewLease(let parameters):
        take(
          .renewLease(
            identifier: try Wire.checked(identifier: parameters.identifier),
            until: BootTime(uSec: parameters.trustedUntilUSec)), id, caller)
      case .cancelAll: take(.cancelAll, id, caller)
      case .simulateLaunch(let parameters):
        take(.simulateLaunch(identifier: try Wire.checked(identifier: parameters.identifier)), id, caller)
      case .simulateExpiration(let parameters):
        take(.simulateExpiration(identifier: try Wire.checked(identifier: parameters.identifier)), id, caller)
      case .simulateConditions(let parameters):
        take(
          .simulateConditions(try parameters.changes(), clear: parameters.clear ?? false), id, caller)
      case .complete(let parameters):
        take(.complete(try RunID(checking: parameters.runId), success: parameters.success), id, caller)
      case .reportProgress(let parameters):
        take(
          .reportProgress(
            try RunID(checking: parameters.runId), try parameters.progress.checked(),
            next: try parameters.next?.checked()), id, caller)
      case .checkpoint(let parameters):
        take(.checkpoint(try RunID(checking: parameters.runId)), id, caller)
      case .handlerBegan(let parameters):
        take(.handlerBegan(try RunID(checking: parameters.runId)), id, caller)
      case .list(let parameters): try list(parameters, id, caller, wantsMore: wantsMore)
      case .get(let parameters): get(try Wire.checked(identifier: parameters.identifier), id, caller)
      case .explain(let parameters): explain(try Wire.checked(identifier: parameters.identifier), id, caller)
      case .history(let parameters): try history(parameters, id, caller, wantsMore: wantsMore)
      case .output(let parameters): output(try RunID(checking: parameters.runId), id, caller)
      case .watch(let parameters): try watch(parameters, id, caller)
      case .shouldDefer(let parameters): shouldDefer(try RunID(checking: parameters.runId), id, caller)
      case .getConditions: getConditions(id, wantsMore: wantsMore)
      case .waitFor(let parameters): waitFor(try parameters.inquiry(of: caller.uid), id, wantsMore: wantsMore)
      case .listWaiting(let parameters): try listWaiting(parameters, id, caller)
      case .beginAssertion(let parameters): try beginAssertion(parameters, id, caller)
      case .listAssertions(let parameters): try listAssertions(parameters, id, caller)
      case .pause(let parameters): try pause(parameters, id, caller)
      case .resume(let parameters): take(.resume(try parameters.scope(for: caller)), id, caller)
      case .listPauses(let parameters): try listPauses(parameters, id, caller)
      case .exportRecord(let parameters): try exportRecord(parameters, id, caller, wantsMore: wantsMore)
      case .forgetRecord: take(.forgetRecord, id, caller)
      case .status: status(id, caller)
      case .register(let parameters): try register(parameters, id, caller)
      case .addIdentifiers(let parameters):
        let identifiers = try parameters.checkedIdentifiers()
        let registration = try Wire.checked(name: parameters.registration, field: "registration")
        take(.addIdentifiers(identifiers, registration: registration), id, caller)
      case .setApplicationState(let parameters): try setApplicationState(parameters, id, caller)
      }
    } catch {
      server.reply(id, Message.error(error))
    }
  }

  /// Takes a batch: wrong requests are answered as such, and the others are one event and one commit.
  private func receive(_ batch: CheckedBatch, _ id: CallID, from caller: Caller) {
    do throws(SchedulerInterfaceError) {
      try checkMaySubmit(caller)
      take(.submitBatch(batch.submissions), PendingCall(id: id, errors: batch.errors), caller)
    } catch {
      server.reply(id, Message.error(error))
    }
  }

  func take(_ call: SchedulerCore.Call, _ id: CallID, _ caller: Caller) {
    var pending = PendingCall(id: id)
    if case .setApplicationState = call { pending.makesApplication = true }
    take(call, pending, caller)
  }

  private func take(_ call: SchedulerCore.Call, _ pending: PendingCall, _ caller: Caller) {
    take(.call(call, caller: caller, token: calls.add(pending)))
  }

  private func submit(
    _ request: Wire.TaskRequest, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    try checkMaySubmit(caller)
    take(.submit(try request.submission()), id, caller)
  }

  private func checkMaySubmit(_ caller: Caller) throws(SchedulerInterfaceError) {
    if let refusal = server.submitters.refusal(of: caller) { throw .permissionDenied(message: refusal) }
  }

  private func shouldDefer(_ run: RunID, _ id: CallID, _ caller: Caller) {
    look { scheduler, moment in
      let message: [UInt8]
      do throws(SchedulerError) {
        let reason = try scheduler.shouldDefer(run, caller: caller, at: moment)
        message = Message.reply(
          SchedulerMethod.ShouldDefer.Reply(
            shouldDefer: reason != nil, reason: reason.map { Wire.Reason($0) }))
      } catch {
        message = Message.error(SchedulerInterfaceError(error))
      }
      return { $0.server.reply(id, message) }
    }
  }

  private func explain(_ identifier: String, _ id: CallID, _ caller: Caller) {
    look { scheduler, moment in
      let explanation = scheduler.explain(identifier, of: caller.uid, at: moment)
      return { shell in
        guard let explanation else { return shell.refuse(id, .noSuchTask(identifier: identifier)) }
        shell.server.reply(id, Message.reply(SchedulerMethod.Explain.Reply(explanation)))
      }
    }
  }

  private func getConditions(_ id: CallID, wantsMore: Bool) {
    look { scheduler, _ in
      let conditions = Wire.Conditions(scheduler.conditions)
      return { shell in
        if wantsMore, !shell.watch(id, .conditions) { return }
        shell.server.reply(
          id,
          Message.reply(SchedulerMethod.GetConditions.Reply(conditions: conditions), continues: wantsMore),
          continues: wantsMore)
      }
    }
  }

  private func watch(
    _ parameters: SchedulerMethod.Watch.Parameters, _ id: CallID, _ caller: Caller
  ) throws(SchedulerInterfaceError) {
    let uid = try visibleUser(caller, allUsers: parameters.allUsers)
    let interest = Watchers.Interest.everything(uid: uid, prefix: parameters.identifierPrefix ?? "")
    watchers.expect()
    look { _, _ in
      { shell in
        shell.watchers.expectedCame()
        guard shell.watch(id, interest) else { return }
        if caller.actor != nil { shell.watchers.noteActor(id.session) }
        guard parameters.confirm == true else { return }
        let began = SchedulerMethod.Watch.Reply(event: "began", timeUSec: SystemClock.wallUSec)
        shell.server.reply(id, Message.reply(began, continues: true), continues: true)
      }
    }
  }

  /// Tells this caller of reports until it is gone. Returns `false` when the stream was refused.
  private func watch(_ id: CallID, _ interest: Watchers.Interest) -> Bool {
    guard server.beginStream(id, isWatching: true) else { return false }
    watchers.add(id, interest)
    return true
  }

  private func status(_ id: CallID, _ caller: Caller) {
    look { [startedUSec, outputInJournal = programs.writesToJournal, room = store.stateRoom()] scheduler, _ in
      let heldBack = scheduler.heldBack(of: caller.isPrivileged ? nil : caller.uid)
      let damaged = scheduler.damaged(
        of: caller.isPrivileged ? nil : caller.uid, atMost: Self.damagedLines)
      let counters = scheduler.counters.all.map { ($0.name, $0.count) }
      let reply = SchedulerMethod.Status.Reply(
        version: ProductVersion.number, startedUSec: startedUSec, pending: scheduler.pendingCount,
        running: scheduler.runningCount, reasonCodes: ReasonCode.allCases.map(\.rawValue),
        counters: Dictionary(uniqueKeysWithValues: counters), pid: Int(getpid()),
        storeFailure: scheduler.storeFailure, roomShortage: scheduler.shortage(of: room),
        outputInJournal: outputInJournal,
        damaged: damaged.isEmpty ? nil : damaged, heldBack: heldBack.isEmpty ? nil : heldBack)
      return { shell in
        var reply = reply
        reply.accounts = shell.server.accounts.shown(of: caller.isPrivileged ? nil : caller.uid)
        reply.accountBounds = shell.server.accounts.shownBounds
        // The text of files of the system's instance may be secret.
        if caller.isPrivileged, shell.fileErrors.count > 0 {
          (reply.fileErrors, reply.fileErrorCount) = (shell.fileErrors.shown, shell.fileErrors.count)
        }
        shell.server.reply(id, Message.reply(reply))
      }
    }
  }

  /// Returns the user whose tasks the caller sees: itself, or `nil` for all when it asks for that and may.
  func visibleUser(_ caller: Caller, allUsers: Bool?) throws(SchedulerInterfaceError) -> UInt32? {
    guard allUsers == true else { return caller.uid }
    guard caller.isPrivileged else {
      throw .permissionDenied(
        message: "the tasks of all users are shown to root and to the daemon's own user only")
    }
    return nil
  }

  func refuse(_ id: CallID, _ error: SchedulerError) {
    server.reply(id, Message.error(SchedulerInterfaceError(error)))
  }
}
