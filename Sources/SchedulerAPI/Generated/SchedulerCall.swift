// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

/// A call of `io.bgtaskd.Scheduler` with what it carries.
package indirect enum SchedulerCall: InterfaceCall, Hashable {
  /// See ``SchedulerMethod/Submit``.
  case submit(SchedulerMethod.Submit.Parameters)
  /// See ``SchedulerMethod/SubmitBatch``.
  case submitBatch(SchedulerMethod.SubmitBatch.Parameters)
  /// See ``SchedulerMethod/Get``.
  case get(SchedulerMethod.Get.Parameters)
  /// See ``SchedulerMethod/Explain``.
  case explain(SchedulerMethod.Explain.Parameters)
  /// See ``SchedulerMethod/List``.
  case list(SchedulerMethod.List.Parameters)
  /// See ``SchedulerMethod/Cancel``.
  case cancel(SchedulerMethod.Cancel.Parameters)
  /// See ``SchedulerMethod/CancelAll``.
  case cancelAll
  /// See ``SchedulerMethod/Register``.
  case register(SchedulerMethod.Register.Parameters)
  /// See ``SchedulerMethod/AddIdentifiers``.
  case addIdentifiers(SchedulerMethod.AddIdentifiers.Parameters)
  /// See ``SchedulerMethod/SetApplicationState``.
  case setApplicationState(SchedulerMethod.SetApplicationState.Parameters)
  /// See ``SchedulerMethod/ShouldDefer``.
  case shouldDefer(SchedulerMethod.ShouldDefer.Parameters)
  /// See ``SchedulerMethod/ReportProgress``.
  case reportProgress(SchedulerMethod.ReportProgress.Parameters)
  /// See ``SchedulerMethod/HandlerBegan``.
  case handlerBegan(SchedulerMethod.HandlerBegan.Parameters)
  /// See ``SchedulerMethod/Complete``.
  case complete(SchedulerMethod.Complete.Parameters)
  /// See ``SchedulerMethod/History``.
  case history(SchedulerMethod.History.Parameters)
  /// See ``SchedulerMethod/Output``.
  case output(SchedulerMethod.Output.Parameters)
  /// See ``SchedulerMethod/Watch``.
  case watch(SchedulerMethod.Watch.Parameters)
  /// See ``SchedulerMethod/GetConditions``.
  case getConditions
  /// See ``SchedulerMethod/WaitFor``.
  case waitFor(SchedulerMethod.WaitFor.Parameters)
  /// See ``SchedulerMethod/ListWaiting``.
  case listWaiting(SchedulerMethod.ListWaiting.Parameters)
  /// See ``SchedulerMethod/BeginAssertion``.
  case beginAssertion(SchedulerMethod.BeginAssertion.Parameters)
  /// See ``SchedulerMethod/ListAssertions``.
  case listAssertions(SchedulerMethod.ListAssertions.Parameters)
  /// See ``SchedulerMethod/Pause``.
  case pause(SchedulerMethod.Pause.Parameters)
  /// See ``SchedulerMethod/Resume``.
  case resume(SchedulerMethod.Resume.Parameters)
  /// See ``SchedulerMethod/ListPauses``.
  case listPauses(SchedulerMethod.ListPauses.Parameters)
  /// See ``SchedulerMethod/SimulateConditions``.
  case simulateConditions(SchedulerMethod.SimulateConditions.Parameters)
  /// See ``SchedulerMethod/SimulateLaunch``.
  case simulateLaunch(SchedulerMethod.SimulateLaunch.Parameters)
  /// See ``SchedulerMethod/SimulateExpiration``.
  case simulateExpiration(SchedulerMethod.SimulateExpiration.Parameters)
  /// See ``SchedulerMethod/Status``.
  case status

  /// Takes the parameters that are next; nil when there is no such method.
  package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
      case "Submit":
        self = .submit(try SchedulerMethod.Submit.Parameters(from: &reader))
      case "SubmitBatch":
        self = .submitBatch(try SchedulerMethod.SubmitBatch.Parameters(from: &reader))
      case "Get":
        self = .get(try SchedulerMethod.Get.Parameters(from: &reader))
      case "Explain":
        self = .explain(try SchedulerMethod.Explain.Parameters(from: &reader))
      case "List":
        self = .list(try SchedulerMethod.List.Parameters(from: &reader))
      case "Cancel":
        self = .cancel(try SchedulerMethod.Cancel.Parameters(from: &reader))
      case "CancelAll":
        _ = try Empty(from: &reader)
        self = .cancelAll
      case "Register":
        self = .register(try SchedulerMethod.Register.Parameters(from: &reader))
      case "AddIdentifiers":
        self = .addIdentifiers(try SchedulerMethod.AddIdentifiers.Parameters(from: &reader))
      case "SetApplicationState":
        self = .setApplicationState(try SchedulerMethod.SetApplicationState.Parameters(from: &reader))
      case "ShouldDefer":
        self = .shouldDefer(try SchedulerMethod.ShouldDefer.Parameters(from: &reader))
      case "ReportProgress":
        self = .reportProgress(try SchedulerMethod.ReportProgress.Parameters(from: &reader))
      case "HandlerBegan":
        self = .handlerBegan(try SchedulerMethod.HandlerBegan.Parameters(from: &reader))
      case "Complete":
        self = .complete(try SchedulerMethod.Complete.Parameters(from: &reader))
      case "History":
        self = .history(try SchedulerMethod.History.Parameters(from: &reader))
      case "Output":
        self = .output(try SchedulerMethod.Output.Parameters(from: &reader))
      case "Watch":
        self = .watch(try SchedulerMethod.Watch.Parameters(from: &reader))
      case "GetConditions":
        _ = try Empty(from: &reader)
        self = .getConditions
      case "WaitFor":
        self = .waitFor(try SchedulerMethod.WaitFor.Parameters(from: &reader))
      case "ListWaiting":
        self = .listWaiting(try SchedulerMethod.ListWaiting.Parameters(from: &reader))
      case "BeginAssertion":
        self = .beginAssertion(try SchedulerMethod.BeginAssertion.Parameters(from: &reader))
      case "ListAssertions":
        self = .listAssertions(try SchedulerMethod.ListAssertions.Parameters(from: &reader))
      case "Pause":
        self = .pause(try SchedulerMethod.Pause.Parameters(from: &reader))
      case "Resume":
        self = .resume(try SchedulerMethod.Resume.Parameters(from: &reader))
      case "ListPauses":
        self = .listPauses(try SchedulerMethod.ListPauses.Parameters(from: &reader))
      case "SimulateConditions":
        self = .simulateConditions(try SchedulerMethod.SimulateConditions.Parameters(from: &reader))
      case "SimulateLaunch":
        self = .simulateLaunch(try SchedulerMethod.SimulateLaunch.Parameters(from: &reader))
      case "SimulateExpiration":
        self = .simulateExpiration(try SchedulerMethod.SimulateExpiration.Parameters(from: &reader))
      case "Status":
        _ = try Empty(from: &reader)
        self = .status
      default: return nil
    }
  }

  /// The method may only be called with `more`.
  package var needsMore: Bool {
    switch self {
      case .register, .watch, .beginAssertion: true
      default: false
    }
  }

  /// Whether the method changes nothing.
  package var isReadOnly: Bool {
    switch self {
      case 
        .get,
        .explain,
        .list,
        .shouldDefer,
        .history,
        .output,
        .getConditions,
        .waitFor,
        .listWaiting,
        .listAssertions,
        .listPauses,
        .status
      : true
      default: false
    }
  }

  /// Checks the parameters against their bounds. A request is checked by itself.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkBounds() throws(SchedulerInterfaceError) {
    switch self {
      case .submitBatch(let parameters): try parameters.checkBounds()
      case .list(let parameters): try parameters.checkBounds()
      case .register(let parameters): try parameters.checkBounds()
      case .addIdentifiers(let parameters): try parameters.checkBounds()
      case .setApplicationState(let parameters): try parameters.checkBounds()
      case .history(let parameters): try parameters.checkBounds()
      case .waitFor(let parameters): try parameters.checkBounds()
      case .beginAssertion(let parameters): try parameters.checkBounds()
      case .pause(let parameters): try parameters.checkBounds()
      case .resume(let parameters): try parameters.checkBounds()
      default: break
    }
  }

  /// The interface, with the text that describes it.
  package static let interface = Interface(
    name: SchedulerMethod.interface, bytes: PackageResources.io_bgtaskd_Scheduler_varlink)
}
