import SchedulerAPI
import SchedulerCore
import Synchronization

/// The backend of a ``BGTaskScheduler`` or a ``BGTask`` that a test has made with `init()`: no scheduler. It
/// refuses every call that the test's subclass does not override.
final class AbsentBackend: SchedulerBackend {
  private let name = Mutex("")

  private static let refusal = SchedulerInterfaceError.unavailable(
    message: "this object has no scheduler: it was made with init(), which is for subclasses in "
      + "tests; override the members that the test calls, or use BGTaskScheduler.shared")

  func attach(_ delegate: any SchedulerDelegate) {}

  func submit(_ request: Wire.TaskRequest) throws { throw Self.refusal }
  func cancel(_ identifier: String) throws { throw Self.refusal }
  func list() throws -> [Wire.Task] { throw Self.refusal }
  func runs(of identifier: String, limit: Int?) throws -> [Wire.Run] { throw Self.refusal }
  func watch(_ tell: @escaping SchedulerMethod.Watch.Tell) -> any SchedulerWatch {
    tell(.ended(Self.refusal))
    return NoWatch()
  }
  func watchConditions(_ tell: @escaping SchedulerMethod.GetConditions.Tell) -> any SchedulerWatch {
    tell(.ended(Self.refusal))
    return NoWatch()
  }
  func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) -> any SchedulerWatch {
    tell(.ended(Self.refusal))
    return NoWatch()
  }
  func pause(_ pause: SchedulerMethod.Pause.Parameters) throws { throw Self.refusal }
  func resume(_ identifiers: String) throws { throw Self.refusal }
  func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply { throw Self.refusal }

  func register(_ identifier: String) -> Bool {
    StandardError.say(
      "\(identifier) is not registered: \(BGTaskScheduler.Error(cause: Self.refusal).localizedDescription)")
    return false
  }
  func unregister(_ identifier: String) {}

  func complete(runId: String, success: Bool) {}
  func handlerBegan(runId: String) {}
  func checkpoint(runId: String) {}
  func reportProgress(runId: String, _ progress: Wire.Progress) {}
  var progressInterval: Duration { .zero }
  func shouldDefer(runId: String) -> Bool { false }

  var applicationName: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
  var ownApplication: String? { nil }
  func setApplicationState(_ state: Wire.ApplicationState) {}

  func simulateLaunch(_ identifier: String) throws { throw Self.refusal }
  func simulateExpiration(_ identifier: String) throws { throw Self.refusal }

  func close() {}

  /// A watch that has ended already.
  private final class NoWatch: SchedulerWatch {
    func end() {}
  }
}
