import InterfaceGenerator
import SchedulerAPI
import SchedulerCore
import Varlink

/// The checks that the daemon makes of a call before it decides about it.
enum CallCheck {
  private typealias Method = SchedulerMethod

  /// Checks every field of a call, as the daemon does. An error that names a field names an existing one.
  static func check(_ call: SchedulerCall) {
    switch call {
    case .submit(let parameters): submission(parameters.request)
    case .submitBatch(let parameters): parameters.requests.forEach(submission)
    case .cancel(let parameters): identifier(parameters.identifier, "Cancel")
    case .renewLease(let parameters):
      identifier(parameters.identifier, "RenewLease")
      attempt("RenewLease") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        hold(parameters.trustedUntilUSec >= 0, "no lease ends before the machine's boot")
      }
    case .get(let parameters): identifier(parameters.identifier, "Get")
    case .explain(let parameters): identifier(parameters.identifier, "Explain")
    case .simulateLaunch(let parameters): identifier(parameters.identifier, "SimulateLaunch")
    case .simulateExpiration(let parameters): identifier(parameters.identifier, "SimulateExpiration")
    case .history(let parameters):
      if let wanted = parameters.identifier { identifier(wanted, "History") }
      attempt("History") { () throws(SchedulerInterfaceError) in try parameters.checkBounds() }
    case .list(let parameters):
      attempt("List") { () throws(SchedulerInterfaceError) in try parameters.checkBounds() }
    case .simulateConditions(let parameters):
      attempt("SimulateConditions") { () throws(SchedulerInterfaceError) in
        hold(try parameters.changes().count <= ConditionField.allCases.count, "a condition is changed once")
      }
    case .waitFor(let parameters):
      attempt("WaitFor") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        _ = try parameters.inquiry(of: 1000)
      }
    case .beginAssertion(let parameters):
      attempt("BeginAssertion") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        let assertion = try parameters.assertion(
          of: 1000, on: ConnectionID(1), pid: nil, process: nil, at: WallTime(uSec: 0))
        hold(!assertion.why.contains("\n"), "what time is for is one line")
        hold(
          assertion.limit.map { .seconds(1) ... .minutes(10) ~= $0 } ?? true, "time has its bounds")
      }
    case .pause(let parameters):
      attempt("Pause") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        _ = try parameters.scope(for: Caller(uid: 1000, isPrivileged: false))
      }
    case .resume(let parameters):
      attempt("Resume") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        hold(
          try parameters.scope(for: Caller(uid: 1000, isPrivileged: false)) != nil
            || parameters.everything == true, "all is asked for by name")
      }
    case .complete(let parameters): run(parameters.runId, "Complete")
    case .output(let parameters): run(parameters.runId, "Output")
    case .shouldDefer(let parameters): run(parameters.runId, "ShouldDefer")
    case .handlerBegan(let parameters): run(parameters.runId, "HandlerBegan")
    case .checkpoint(let parameters): run(parameters.runId, "Checkpoint")
    case .reportProgress(let parameters):
      run(parameters.runId, "ReportProgress")
      attempt("ReportProgress") { () throws(SchedulerInterfaceError) in
        let progress = try parameters.progress.checked()
        hold(Wire.Progress(progress) == parameters.progress, "a report is taken as it is")
        let pause = try parameters.next?.checked().notBefore
        hold(pause?.uSec == parameters.next?.notBeforeDurationUSec, "and what it says of the next attempt")
      }
    case .register(let parameters):
      attempt("Register") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        hold(
          try parameters.checkedIdentifiers() == parameters.identifiers, "identifiers are taken as they are")
        hold(
          try Wire.checked(name: parameters.application, field: "application") == parameters.application,
          "so is the application's name")
        hold(try parameters.checkedRuns().map(\.text) == parameters.runs ?? [], "runs are taken as they are")
      }
    case .addIdentifiers(let parameters):
      attempt("AddIdentifiers") { () throws(SchedulerInterfaceError) in
        try parameters.checkBounds()
        _ = try Wire.checked(name: parameters.registration, field: "registration")
        _ = try parameters.checkedIdentifiers()
      }
    case .setApplicationState(let parameters):
      attempt("SetApplicationState") { () throws(SchedulerInterfaceError) in
        _ = try Wire.checked(name: parameters.application, field: "application")
      }
    case .cancelAll, .exportRecord, .forgetRecord, .watch, .getConditions, .status, .listWaiting, .listPauses,
      .listAssertions:
      break
    }
  }

  /// Returns the call as a client writes it.
  static func message(of call: SchedulerCall) -> [UInt8] {
    switch call {
    case .submit(let parameters): Message.call(Method.Submit.self, parameters, more: true)
    case .submitBatch(let parameters): Message.call(Method.SubmitBatch.self, parameters, more: true)
    case .cancel(let parameters): Message.call(Method.Cancel.self, parameters, more: true)
    case .renewLease(let parameters): Message.call(Method.RenewLease.self, parameters, more: true)
    case .cancelAll: Message.call(Method.CancelAll.self, Empty(), more: true)
    case .list(let parameters): Message.call(Method.List.self, parameters, more: true)
    case .get(let parameters): Message.call(Method.Get.self, parameters, more: true)
    case .explain(let parameters): Message.call(Method.Explain.self, parameters, more: true)
    case .history(let parameters): Message.call(Method.History.self, parameters, more: true)
    case .output(let parameters): Message.call(Method.Output.self, parameters, more: true)
    case .watch(let parameters): Message.call(Method.Watch.self, parameters, more: true)
    case .register(let parameters): Message.call(Method.Register.self, parameters, more: true)
    case .addIdentifiers(let parameters): Message.call(Method.AddIdentifiers.self, parameters, more: true)
    case .setApplicationState(let parameters):
      Message.call(Method.SetApplicationState.self, parameters, more: true)
    case .complete(let parameters): Message.call(Method.Complete.self, parameters, more: true)
    case .reportProgress(let parameters): Message.call(Method.ReportProgress.self, parameters, more: true)
    case .handlerBegan(let parameters): Message.call(Method.HandlerBegan.self, parameters, more: true)
    case .checkpoint(let parameters): Message.call(Method.Checkpoint.self, parameters, more: true)
    case .shouldDefer(let parameters): Message.call(Method.ShouldDefer.self, parameters, more: true)
    case .getConditions: Message.call(Method.GetConditions.self, Empty(), more: true)
    case .waitFor(let parameters): Message.call(Method.WaitFor.self, parameters, more: true)
    case .simulateConditions(let parameters):
      Message.call(Method.SimulateConditions.self, parameters, more: true)
    case .simulateLaunch(let parameters): Message.call(Method.SimulateLaunch.self, parameters, more: true)
    case .simulateExpiration(let parameters):
      Message.call(Method.SimulateExpiration.self, parameters, more: true)
    case .listWaiting(let parameters): Message.call(Method.ListWaiting.self, parameters, more: true)
    case .beginAssertion(let parameters): Message.call(Method.BeginAssertion.self, parameters, more: true)
    case .listAssertions(let parameters): Message.call(Method.ListAssertions.self, parameters, more: true)
    case .pause(let parameters): Message.call(Method.Pause.self, parameters, more: true)
    case .resume(let parameters): Message.call(Method.Resume.self, parameters, more: true)
    case .listPauses(let parameters): Message.call(Method.ListPauses.self, parameters, more: true)
    case .exportRecord(let parameters): Message.call(Method.ExportRecord.self, parameters, more: true)
    case .forgetRecord: Message.call(Method.ForgetRecord.self, Empty(), more: true)
    case .status: Message.call(Method.Status.self, Empty(), more: true)
    }
  }

  private static func submission(_ request: Wire.TaskRequest) {
    attempt(type: "TaskRequest") { () throws(SchedulerInterfaceError) in
      let submission = try request.submission()
      hold(
        Wire.TaskRequest.Bounds.identifier.contains(submission.request.identifier.utf8.count),
        "an identifier is short")
      let restored = try? Wire.TaskRequest(payload: submission.payload)
      hold(restored == request, "a request comes back from the store as it was: \(request)")
      let again = try request.submission()
      hold(again.request == submission.request, "the same request means the same")
    }
  }

  private static func identifier(_ text: String, _ method: String) {
    attempt(method) { () throws(SchedulerInterfaceError) in
      hold(try Wire.checked(identifier: text) == text, "an identifier is taken as it is")
    }
  }

  private static func run(_ text: String, _ method: String) {
    attempt(method) { () throws(SchedulerInterfaceError) in
      hold(try RunID(checking: text).text == text, "a run's name is taken as it is")
    }
  }

  private static func attempt(_ method: String, _ body: () throws(SchedulerInterfaceError) -> Void) {
    attempt(ProtocolText.parameters(of: method), body)
  }

  private static func attempt(type: String, _ body: () throws(SchedulerInterfaceError) -> Void) {
    guard case .structure(let fields) = ProtocolText.type(type) else {
      fatalError("the protocol's type \(type) is no structure")
    }
    attempt(fields, body)
  }

  private static func attempt(_ fields: [Field], _ body: () throws(SchedulerInterfaceError) -> Void) {
    do throws(SchedulerInterfaceError) { try body() } catch {
      switch error {
      case .invalidRequest(let field, let message):
        hold(FieldPath.exists(field, in: fields), "an error names a field that there is: \(field)")
        hold((1...1024).contains(message.utf8.count), "an error is a sentence: \(message.utf8.count) bytes")
      case .noSuchRun(let run): hold(run.utf8.count <= 128, "an error repeats little")
      default: fatalError("broken: a check says which field is wrong: \(error)")
      }
    }
  }
}
