import BackgroundTasks
import BackgroundTasksTesting
import Testing

@Suite("Errors, told apart in every way that is in use")
struct ErrorShapeTests {
  typealias Way = @Sendable (() throws -> Void) -> SubmissionFailure?

  static let ways: [(String, Way)] = [
    ("patterns", { Submitter.byPattern($0) }), ("type", { Submitter.byType($0) }),
    ("numbers", { Submitter.byNumber($0) }),
  ]

  @Test("Each way finds each error", arguments: 0..<3)
  func errors(way: Int) throws {
    var configuration = SimulatedScheduler.Configuration()
    configuration.maximumConcurrentRuns = 1
    configuration.disabledKinds = [.processing]
    let simulated = SimulatedScheduler(permitting: ["org.example.*"], configuration: configuration)
    let scheduler = simulated.scheduler
    for name in ["a", "b"] {
      scheduler.register(forTaskWithIdentifier: "org.example.\(name)", using: nil) { _ in }
    }
    func failure(_ request: BGTaskRequest) -> SubmissionFailure? {
      Self.ways[way].1 { try scheduler.submit(request) }
    }
    #expect(failure(BGAppRefreshTaskRequest(identifier: "com.other")) == .notPermitted)
    #expect(failure(BGProcessingTaskRequest(identifier: "org.example.a")) == .unavailable)
    #expect(failure(BGAppRefreshTaskRequest(identifier: "org.example.a", after: 60)) == nil)
    #expect(failure(BGAppRefreshTaskRequest(identifier: "org.example.b", after: 60)) == .tooMany)
    let first = BGContinuedProcessingTaskRequest(identifier: "org.example.a", title: "A", subtitle: "")
    let second = BGContinuedProcessingTaskRequest(identifier: "org.example.b", title: "B", subtitle: "")
    for request in [first, second] { request.strategy = .fail }
    #expect(failure(first) == nil)
    #expect(failure(second) == .cannotRunNow)
  }

  @Test("Optional casts, and bridging to NSError")
  func casts() throws {
    let simulated = SimulatedScheduler(permitting: [])
    do {
      try simulated.scheduler.submit(BGProcessingTaskRequest(identifier: "org.example.a"))
      Issue.record("it was accepted")
    } catch {
      #expect(!Submitter.isRefusedForNow(error))
      let bridged = error as NSError
      #expect(bridged.domain == "BGTaskSchedulerErrorDomain" && bridged.code == 3)
      // Foundation makes no Swift error of an NSError on Linux by itself; the type's own initialiser does.
      #expect(BGTaskScheduler.Error(_nsError: bridged).code == .notPermitted)
      #expect(error.localizedDescription.contains("org.example.a"))
    }
    #expect(Submitter.isRefusedForNow(BGTaskScheduler.Error(.immediateRunIneligible)))
    #expect(Submitter.isRefusedForNow(BGTaskScheduler.Error(.tooManyPendingTaskRequests)))
  }
}
