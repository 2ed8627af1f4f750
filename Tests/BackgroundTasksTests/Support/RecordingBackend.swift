import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Synchronization

/// Accepts everything and remembers it.
final class RecordingBackend: SchedulerBackend {
  private struct State {
    var words: [String] = []
    weak var delegate: (any SchedulerDelegate)?
    var applicationName = ""
  }

  private let state = Mutex(State())

  var words: [String] { state.withLock { $0.words } }
  var delegate: (any SchedulerDelegate)? { state.withLock { $0.delegate } }

  private func say(_ word: String) { state.withLock { $0.words.append(word) } }

  func attach(_ delegate: any SchedulerDelegate) { state.withLock { $0.delegate = delegate } }
  func submit(_ request: Wire.TaskRequest) { say("submit \(request.identifier)") }
  func cancel(_ identifier: String) { say("cancel \(identifier)") }
  func list() -> [Wire.Task] { [] }
  func runs(of identifier: String, limit: Int?) -> [Wire.Run] { [] }
  func watch(_ tell: @escaping SchedulerMethod.Watch.Tell) -> any SchedulerWatch {
    return Watch()
  }
  func watchConditions(_ tell: @escaping SchedulerMethod.GetConditions.Tell) -> any SchedulerWatch {
    return Watch()
  }
  func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) -> any SchedulerWatch {
    say("hold \(assertion.why)")
    tell(.news(.init(remainingDurationUSec: assertion.limitDurationUSec, graceDurationUSec: 1)))
    return HeldTime { [weak self] in self?.say("end \(assertion.why)") }
  }
  func pause(_ pause: SchedulerMethod.Pause.Parameters) { say("pause \(pause.identifiers ?? "")") }
  func resume(_ identifiers: String) { say("resume \(identifiers)") }
  func explain(_ identifier: String) -> SchedulerMethod.Explain.Reply { .init(canProceed: true, reasons: []) }
  func register(_ identifier: String) -> Bool {
    say("register \(identifier)")
    return true
  }
  func unregister(_ identifier: String) { say("unregister \(identifier)") }
  func complete(runId: String, success: Bool) { say("complete \(runId) \(success)") }
  func handlerBegan(runId: String) { say("began \(runId)") }
  func checkpoint(runId: String) { say("checkpoint \(runId)") }
  func reportProgress(runId: String, _ progress: Wire.Progress) {
    say("progress \(progress.completedUnitCount)/\(progress.totalUnitCount)")
  }
  var progressInterval: Duration { .zero }
  func shouldDefer(runId: String) -> Bool { false }
  var applicationName: String {
    get { state.withLock { $0.applicationName } }
    set { state.withLock { $0.applicationName = newValue } }
  }
  var ownApplication: String? { nil }
  func setApplicationState(_ applicationState: Wire.ApplicationState) { say("state \(applicationState)") }
  func simulateLaunch(_ identifier: String) { say("simulate launch \(identifier)") }
  func simulateExpiration(_ identifier: String) { say("simulate expiration \(identifier)") }
  func close() { say("close") }

  private final class Watch: SchedulerWatch {
    func end() {}
  }

  private final class HeldTime: SchedulerWatch {
    private let whenEnded: @Sendable () -> Void

    init(_ whenEnded: @escaping @Sendable () -> Void) { self.whenEnded = whenEnded }

    func end() { whenEnded() }
  }
}
