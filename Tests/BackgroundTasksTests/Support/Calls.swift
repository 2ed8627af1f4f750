import SchedulerAPI

/// What a call is, for `ScriptedDaemon.next`.
extension SchedulerCall {
  var registration: SchedulerMethod.Register.Parameters? {
    if case .register(let parameters) = self { parameters } else { nil }
  }

  var addition: SchedulerMethod.AddIdentifiers.Parameters? {
    if case .addIdentifiers(let parameters) = self { parameters } else { nil }
  }

  var submission: Wire.TaskRequest? {
    if case .submit(let parameters) = self { parameters.request } else { nil }
  }

  var completion: SchedulerMethod.Complete.Parameters? {
    if case .complete(let parameters) = self { parameters } else { nil }
  }

  var progress: Wire.Progress? {
    if case .reportProgress(let parameters) = self { parameters.progress } else { nil }
  }

  var cancellation: String? {
    if case .cancel(let parameters) = self { parameters.identifier } else { nil }
  }

  var applicationState: SchedulerMethod.SetApplicationState.Parameters? {
    if case .setApplicationState(let parameters) = self { parameters } else { nil }
  }
}
