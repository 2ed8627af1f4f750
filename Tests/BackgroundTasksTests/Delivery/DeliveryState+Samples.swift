import SchedulerAPI
import SchedulerCore
import Varlink

@testable import BackgroundTasks

extension DeliveryState {
  /// The state that these lead to.
  init(after inputs: [Input]) {
    self.init()
    for input in inputs { _ = handle(input) }
  }
}

extension DeliveryState.Input {
  static func launched(_ runId: String, _ identifier: String = "a") -> Self {
    .received(.init(launch: .sample(runId, identifier)))
  }

  static func expired(_ runId: String) -> Self {
    let reason = Wire.Reason(code: "externalPower", message: "on battery")
    return .received(.init(expire: .init(runId: runId, reason: reason, graceDurationUSec: 5_000_000)))
  }

  /// The first reply, which confirms.
  static func confirmed(_ name: String? = "r1") -> Self {
    .received(.init(registration: name, application: "app"))
  }

  static func refused(_ error: SchedulerInterfaceError) -> Self {
    var writer = JSONWriter()
    error.writeParameters(to: &writer)
    return .refused(VarlinkError(name: error.name, rawParameters: writer.bytes))
  }

  static func completed(_ runId: String, _ success: Bool = true) -> Self {
    .completed(.init(runId: runId, success: success))
  }

  static func told(_ runId: String, _ success: Bool = true) -> Self {
    .told(.init(runId: runId, success: success))
  }

  static func notTold(_ runId: String, _ success: Bool = true) -> Self {
    .notTold(.init(runId: runId, success: success))
  }
}

extension SchedulerMethod.Register.Launch {
  /// The launch of a run, at the first attempt.
  static func sample(_ runId: String, _ identifier: String, kind: Wire.Kind = .refresh) -> Self {
    let task = Wire.Task(
      request: .init(identifier: identifier, kind: kind), uid: 0, state: .running, submittedUSec: 1,
      attempt: 1, runId: runId)
    return Self(runId: runId, task: task, limitUSec: 1)
  }
}
