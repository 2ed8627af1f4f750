public import Varlink

/// A call of `io.bgtaskd.Scheduler` with what it carries: what the daemon switches over.
public enum SchedulerCall: Hashable, Sendable {
  /// See ``SchedulerMethod/Submit``.
  case submit(SchedulerMethod.Submit.Parameters)
  /// See ``SchedulerMethod/SubmitBatch``.
  case submitBatch(SchedulerMethod.SubmitBatch.Parameters)
  /// See ``SchedulerMethod/Cancel``.
  case cancel(SchedulerMethod.Cancel.Parameters)
  /// See ``SchedulerMethod/CancelAll``.
  case cancelAll
  /// See ``SchedulerMethod/List``.
  case list(SchedulerMethod.List.Parameters)
  /// See ``SchedulerMethod/Get``.
  case get(SchedulerMethod.Get.Parameters)
  /// See ``SchedulerMethod/Explain``.
  case explain(SchedulerMethod.Explain.Parameters)
  /// See ``SchedulerMethod/History``.
  case history(SchedulerMethod.History.Parameters)
  /// See ``SchedulerMethod/Output``.
  case output(SchedulerMethod.Output.Parameters)
  /// See ``SchedulerMethod/Watch``.
  case watch(SchedulerMethod.Watch.Parameters)
  /// See ``SchedulerMethod/Register``.
  case register(SchedulerMethod.Register.Parameters)
  /// See ``SchedulerMethod/AddIdentifiers``.
  case addIdentifiers(SchedulerMethod.AddIdentifiers.Parameters)
  /// See ``SchedulerMethod/SetApplicationState``.
  case setApplicationState(SchedulerMethod.SetApplicationState.Parameters)
  /// See ``SchedulerMethod/Complete``.
  case complete(SchedulerMethod.Complete.Parameters)
  /// See ``SchedulerMethod/ReportProgress``.
  case reportProgress(SchedulerMethod.ReportProgress.Parameters)
  /// See ``SchedulerMethod/ShouldDefer``.
  case shouldDefer(SchedulerMethod.ShouldDefer.Parameters)
  /// See ``SchedulerMethod/GetConditions``.
  case getConditions
  /// See ``SchedulerMethod/SimulateConditions``.
  case simulateConditions(SchedulerMethod.SimulateConditions.Parameters)
  /// See ``SchedulerMethod/SimulateLaunch``.
  case simulateLaunch(SchedulerMethod.SimulateLaunch.Parameters)
  /// See ``SchedulerMethod/SimulateExpiration``.
  case simulateExpiration(SchedulerMethod.SimulateExpiration.Parameters)
  /// See ``SchedulerMethod/Status``.
  case status

  /// Reads a call that ``Varlink/Service`` let through.
  /// - Throws: ``Varlink/ServiceError/methodNotFound(method:)`` for a method of another interface;
  ///   ``Varlink/ServiceError/invalidParameter(parameter:message:)`` when the types and the protocol file
  ///   disagree.
  public init(_ call: Call) throws(ServiceError) {
    switch call.method {
    case SchedulerMethod.Submit.name: self = .submit(try call.parameters(of: SchedulerMethod.Submit.self))
    case SchedulerMethod.SubmitBatch.name:
      self = .submitBatch(try call.parameters(of: SchedulerMethod.SubmitBatch.self))
    case SchedulerMethod.Cancel.name: self = .cancel(try call.parameters(of: SchedulerMethod.Cancel.self))
    case SchedulerMethod.CancelAll.name: self = .cancelAll
    case SchedulerMethod.List.name: self = .list(try call.parameters(of: SchedulerMethod.List.self))
    case SchedulerMethod.Get.name: self = .get(try call.parameters(of: SchedulerMethod.Get.self))
    case SchedulerMethod.Explain.name: self = .explain(try call.parameters(of: SchedulerMethod.Explain.self))
    case SchedulerMethod.History.name: self = .history(try call.parameters(of: SchedulerMethod.History.self))
    case SchedulerMethod.Output.name: self = .output(try call.parameters(of: SchedulerMethod.Output.self))
    case SchedulerMethod.Watch.name: self = .watch(try call.parameters(of: SchedulerMethod.Watch.self))
    case SchedulerMethod.Register.name:
      self = .register(try call.parameters(of: SchedulerMethod.Register.self))
    case SchedulerMethod.AddIdentifiers.name:
      self = .addIdentifiers(try call.parameters(of: SchedulerMethod.AddIdentifiers.self))
    case SchedulerMethod.SetApplicationState.name:
      self = .setApplicationState(try call.parameters(of: SchedulerMethod.SetApplicationState.self))
    case SchedulerMethod.Complete.name:
      self = .complete(try call.parameters(of: SchedulerMethod.Complete.self))
    case SchedulerMethod.ReportProgress.name:
      self = .reportProgress(try call.parameters(of: SchedulerMethod.ReportProgress.self))
    case SchedulerMethod.ShouldDefer.name:
      self = .shouldDefer(try call.parameters(of: SchedulerMethod.ShouldDefer.self))
    case SchedulerMethod.GetConditions.name: self = .getConditions
    case SchedulerMethod.SimulateConditions.name:
      self = .simulateConditions(try call.parameters(of: SchedulerMethod.SimulateConditions.self))
    case SchedulerMethod.SimulateLaunch.name:
      self = .simulateLaunch(try call.parameters(of: SchedulerMethod.SimulateLaunch.self))
    case SchedulerMethod.SimulateExpiration.name:
      self = .simulateExpiration(try call.parameters(of: SchedulerMethod.SimulateExpiration.self))
    case SchedulerMethod.Status.name: self = .status
    default: throw .methodNotFound(method: call.method)
    }
  }
}
