// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink
import CTexts

/// A call of `io.bgtaskd.Scheduler` with its parameters.
/// Each case is the method of ``SchedulerMethod`` that has its name.
package indirect enum SchedulerCall: InterfaceCall, Hashable {
  case submit(SchedulerMethod.Submit.Parameters)
  case submitBatch(SchedulerMethod.SubmitBatch.Parameters)
  case get(SchedulerMethod.Get.Parameters)
  case explain(SchedulerMethod.Explain.Parameters)
  case list(SchedulerMethod.List.Parameters)
  case cancel(SchedulerMethod.Cancel.Parameters)
  case renewLease(SchedulerMethod.RenewLease.Parameters)
  case cancelAll
  case register(SchedulerMethod.Register.Parameters)
  case addIdentifiers(SchedulerMethod.AddIdentifiers.Parameters)
  case setApplicationState(SchedulerMethod.SetApplicationState.Parameters)
  case shouldDefer(SchedulerMethod.ShouldDefer.Parameters)
  case reportProgress(SchedulerMethod.ReportProgress.Parameters)
  case checkpoint(SchedulerMethod.Checkpoint.Parameters)
  case handlerBegan(SchedulerMethod.HandlerBegan.Parameters)
  case complete(SchedulerMethod.Complete.Parameters)
  case history(SchedulerMethod.History.Parameters)
  case output(SchedulerMethod.Output.Parameters)
  case watch(SchedulerMethod.Watch.Parameters)
  case getConditions
  case waitFor(SchedulerMethod.WaitFor.Parameters)
  case listWaiting(SchedulerMethod.ListWaiting.Parameters)
  case beginAssertion(SchedulerMethod.BeginAssertion.Parameters)
  case listAssertions(SchedulerMethod.ListAssertions.Parameters)
  case pause(SchedulerMethod.Pause.Parameters)
  case resume(SchedulerMethod.Resume.Parameters)
  case listPauses(SchedulerMethod.ListPauses.Parameters)
  case exportRecord(SchedulerMethod.ExportRecord.Parameters)
  case forgetRecord
  case simulateConditions(SchedulerMethod.SimulateConditions.Parameters)
  case simulateLaunch(SchedulerMethod.SimulateLaunch.Parameters)
  case simulateExpiration(SchedulerMethod.SimulateExpiration.Parameters)
  case status

  package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
      case "Submit": self = .submit(try .init(from: &reader))
      case "SubmitBatch": self = .submitBatch(try .init(from: &reader))
      case "Get": self = .get(try .init(from: &reader))
      case "Explain": self = .explain(try .init(from: &reader))
      case "List": self = .list(try .init(from: &reader))
      case "Cancel": self = .cancel(try .init(from: &reader))
      case "RenewLease": self = .renewLease(try .init(from: &reader))
      case "CancelAll":
        _ = try Empty(from: &reader)
        self = .cancelAll
      case "Register": self = .register(try .init(from: &reader))
      case "AddIdentifiers": self = .addIdentifiers(try .init(from: &reader))
      case "SetApplicationState": self = .setApplicationState(try .init(from: &reader))
      case "ShouldDefer": self = .shouldDefer(try .init(from: &reader))
      case "ReportProgress": self = .reportProgress(try .init(from: &reader))
      case "Checkpoint": self = .checkpoint(try .init(from: &reader))
      case "HandlerBegan": self = .handlerBegan(try .init(from: &reader))
      case "Complete": self = .complete(try .init(from: &reader))
      case "History": self = .history(try .init(from: &reader))
      case "Output": self = .output(try .init(from: &reader))
      case "Watch": self = .watch(try .init(from: &reader))
      case "GetConditions":
        _ = try Empty(from: &reader)
        self = .getConditions
      case "WaitFor": self = .waitFor(try .init(from: &reader))
      case "ListWaiting": self = .listWaiting(try .init(from: &reader))
      case "BeginAssertion": self = .beginAssertion(try .init(from: &reader))
      case "ListAssertions": self = .listAssertions(try .init(from: &reader))
      case "Pause": self = .pause(try .init(from: &reader))
      case "Resume": self = .resume(try .init(from: &reader))
      case "ListPauses": self = .listPauses(try .init(from: &reader))
      case "ExportRecord": self = .exportRecord(try .init(from: &reader))
      case "ForgetRecord":
        _ = try Empty(from: &reader)
        self = .forgetRecord
      case "SimulateConditions": self = .simulateConditions(try .init(from: &reader))
      case "SimulateLaunch": self = .simulateLaunch(try .init(from: &reader))
      case "SimulateExpiration": self = .simulateExpiration(try .init(from: &reader))
      case "Status":
        _ = try Empty(from: &reader)
        self = .status
      default: return nil
    }
  }

  package var needsMore: Bool {
    switch self {
      case .register, .watch, .beginAssertion: true
      default: false
    }
  }

  /// Whether the method changes nothing.
  package var isReadOnly: Bool {
    switch self {
      case .get, .explain, .list, .shouldDefer, .history, .output, .getConditions, .waitFor, .listWaiting,
        .listAssertions, .listPauses, .exportRecord, .status: true
      default: false
    }
  }

  /// Checks the parameters against their bounds. A request is checked by itself.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checkBounds() throws(SchedulerInterfaceError) {
    switch self {
      case .submit(let parameters): try parameters.checkBounds()
      case .submitBatch(let parameters): try parameters.checkBounds()
      case .get(let parameters): try parameters.checkBounds()
      case .explain(let parameters): try parameters.checkBounds()
      case .list(let parameters): try parameters.checkBounds()
      case .cancel(let parameters): try parameters.checkBounds()
      case .renewLease(let parameters): try parameters.checkBounds()
      case .register(let parameters): try parameters.checkBounds()
      case .addIdentifiers(let parameters): try parameters.checkBounds()
      case .setApplicationState(let parameters): try parameters.checkBounds()
      case .history(let parameters): try parameters.checkBounds()
      case .output(let parameters): try parameters.checkBounds()
      case .watch(let parameters): try parameters.checkBounds()
      case .waitFor(let parameters): try parameters.checkBounds()
      case .beginAssertion(let parameters): try parameters.checkBounds()
      case .pause(let parameters): try parameters.checkBounds()
      case .resume(let parameters): try parameters.checkBounds()
      default: break
    }
  }

  /// The interface, with the text that describes it.
  package static let interface = Interface(
    name: SchedulerMethod.interface, text: String(cString: io_bgtaskd_Scheduler_varlink()))
}
