import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("Errors, told apart in every way that is in use")
struct ErrorShapeTests {
  typealias Way = @Sendable (() throws -> Void) -> SubmissionFailure?

  static let ways: [(String, Way)] = [
    ("patterns", { Submitter.byPattern($0) }), ("type", { Submitter.byType($0) }),
    ("numbers", { Submitter.byNumber($0) }), ("NSError", { Submitter.byFoundationError($0) }),
    ("NSError with a condition", { Submitter.byFoundationErrorWhere($0) }),
    ("NSError and back", { Submitter.byRoundTrip($0) }),
  ]

  @Test("Each way finds each error", arguments: 0..<6)
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
      #expect(BGTaskScheduler.Error(_nsError: bridged).code == .notPermitted)
      #expect(error.localizedDescription.contains("org.example.a"))
      #expect(bridged.localizedDescription == error.localizedDescription)
      #expect(bridged.userInfo[NSLocalizedDescriptionKey] as? String == error.localizedDescription)
      let any: Any = error
      #expect((any as? NSError)?.code == 3)
      let back = bridged as Error
      #expect((back as? BGTaskScheduler.Error)?.code == .notPermitted)
      #expect((back as? BGTaskScheduler.Error)?.localizedDescription == error.localizedDescription)
    }
    #expect(Submitter.isRefusedForNow(BGTaskScheduler.Error(.immediateRunIneligible)))
    #expect(Submitter.isRefusedForNow(BGTaskScheduler.Error(.tooManyPendingTaskRequests)))
    #expect(Submitter.isRefusedForNow(NSError(domain: BGTaskScheduler.errorDomain, code: 2)))
  }

  @Test("An error of another domain, or with a number that has no meaning, is none of the scheduler's")
  func others() {
    for other in [NSError(domain: "other", code: 3), NSError(domain: BGTaskScheduler.errorDomain, code: 77)] {
      #expect((other as Error) as? BGTaskScheduler.Error == nil)
      #expect(Submitter.byPattern { throw other } == .other(other.localizedDescription))
      #expect(Submitter.byType { throw other } == .other(other.localizedDescription))
    }
  }

  @Test("Errors in sets and as keys, as they are and as NSError")
  func hashing() {
    let texts = ["a", "a", "b"]
    let errors = texts.map { BGTaskScheduler.Error(.notPermitted, userInfo: [NSLocalizedDescriptionKey: $0]) }
    #expect(Set(errors).count == 2)
    #expect(Set(errors + [BGTaskScheduler.Error(.unavailable)]).count == 3)
    #expect(Set(errors.map { $0 as NSError }).count == 2)
    #expect(Dictionary(grouping: errors, by: { $0 })[errors[0]]?.count == 2)
    #expect(Dictionary(grouping: errors, by: { $0.code }).count == 1)
    #expect(Set(errors.map { AnyHashable($0) }).count == 2)
    let made = BGTaskScheduler.Error(_nsError: NSError(domain: BGTaskScheduler.errorDomain, code: 3))
    #expect(Set([made, made]).count == 1)
  }
}
