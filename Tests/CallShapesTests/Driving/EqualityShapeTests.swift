import BackgroundTasks
import Foundation
import Testing
import XCTest

@Suite("Requests as values")
struct EqualityShapeTests {
  /// The same request each time, and one of each that differs from it in one thing.
  private static func variants() -> [BGTaskRequest] {
    func processing(_ change: (BGProcessingTaskRequest) -> Void = { _ in }) -> BGProcessingTaskRequest {
      let request = BGProcessingTaskRequest(identifier: "org.example.a")
      request.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000)
      change(request)
      return request
    }
    let research = BGHealthResearchTaskRequest(identifier: "org.example.a")
    research.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000)
    let protected = BGHealthResearchTaskRequest(identifier: "org.example.a")
    protected.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000)
    protected.protectionTypeOfRequiredData = "complete"
    func continued(
      _ title: String, _ subtitle: String = "",
      _ change: (BGContinuedProcessingTaskRequest) -> Void = { _ in }
    ) -> BGTaskRequest {
      let request = BGContinuedProcessingTaskRequest(
        identifier: "org.example.a", title: title, subtitle: subtitle)
      change(request)
      return request
    }
    return [
      processing(), research, protected, BGAppRefreshTaskRequest(identifier: "org.example.a"),
      BGAppRefreshTaskRequest(identifier: "org.example.b"),
      BGAppRefreshTaskRequest(identifier: "org.example.a", after: 1e6),
      processing { $0.earliestBeginDate = nil }, processing { $0.requiresExternalPower = true },
      processing { $0.requiresNetworkConnectivity = true }, processing { $0.requiresUnmeteredNetwork = true },
      processing { $0.requiresBatteryNotLow = true }, processing { $0.requiresStorageNotLow = true },
      processing { $0.requiresIdle = false }, processing { $0.deadline = .distantFuture },
      processing { $0.deadlinePolicy = .drop }, processing { $0.retry = .init() },
      processing { $0.repeatInterval = 60 }, processing { $0.tolerance = 60 },
      processing { $0.runtimeLimit = 60 }, processing { $0.preventsSleep = true },
      processing { $0.judgement = .eager }, processing { $0.expectedDuration = 60 },
      processing { $0.canResume = true },
      processing { $0.sleepsThrough = true }, processing { $0.when = .idle },
      processing { $0.whileRunning = .idle },
      processing { $0.relaxations = [.after(.seconds(1), without: .idle)] },
      processing { $0.unknownConditions = .wait }, processing { try? $0.setPayload(["page": 1]) },
      continued("A"), continued("B"), continued("A", "b"),
      continued("A") { $0.strategy = .fail }, continued("A") { $0.requiredResources = .gpu },
    ]
  }

  @Test("Requests are equal when they say the same, and hash alike; in what one says more, they are not")
  func values() {
    let (some, others) = (Self.variants(), Self.variants())
    for (index, one) in some.enumerated() {
      for (place, other) in others.enumerated() where index != 5 || place != 5 {
        #expect((one == other) == (index == place), "\(index) and \(place): \(one), \(other)")
        #expect(one != other || one.hash == other.hash && one.hashValue == other.hashValue)
      }
      let copy = one.copy() as? BGTaskRequest
      #expect(copy == one && copy !== one)
      #expect(one.isEqual(one) && !one.isEqual(nil) && !one.isEqual(NSString(string: one.identifier)))
    }
    #expect(Set(some + others.filter { $0.earliestBeginDate.map { $0 < .now } ?? true }).count == some.count)
    XCTAssertEqual(some[0], others[0])
    XCTAssertNotEqual(some[0], some[1])
  }

  @Test("Dates are the same when they are to the microsecond")
  func dates() {
    let (one, other) = (
      BGAppRefreshTaskRequest(identifier: "org.example.a"),
      BGAppRefreshTaskRequest(identifier: "org.example.a")
    )
    one.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000.000_001)
    other.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000.000_001_2)
    #expect(one == other)
    other.earliestBeginDate = Date(timeIntervalSince1970: 1_800_000_000.000_003)
    #expect(one != other)
  }

  @Test("A subclass of an application is equal to what it is submitted as, and to its copy")
  func subclasses() {
    let mine = NightlyRequest(identifier: "org.example.nightly")
    let plain = BGProcessingTaskRequest(identifier: "org.example.nightly")
    #expect(mine != plain && plain != mine)
    plain.requiresExternalPower = true
    #expect(mine == plain && plain == mine)
    #expect(mine.copy() as? BGTaskRequest == mine)
    #expect(Set<BGTaskRequest>([mine, plain]).count == 1)
  }

  @Test("A request in a set may be changed")
  func changes() {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.a")
    let set: Set = [request]
    request.earliestBeginDate = .now
    #expect(set.contains(request))
  }

  @Test("Requests and tasks print as in the consoles of Apple's systems")
  func descriptions() {
    let refresh = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
    #expect("\(refresh)" == "<BGAppRefreshTaskRequest: org.example.refresh, earliestBeginDate: (null)>")
    refresh.earliestBeginDate = Date(timeIntervalSince1970: 1_720_095_611)
    #expect(
      refresh.description
        == "<BGAppRefreshTaskRequest: org.example.refresh, earliestBeginDate: 2024-07-04 12:20:11 +0000>")
    let processing = BGProcessingTaskRequest(identifier: "org.example.index")
    processing.requiresNetworkConnectivity = true
    #expect(
      processing.description
        == "<BGProcessingTaskRequest: org.example.index, earliestBeginDate: (null), "
        + "requiresExternalPower=0, requiresNetworkConnectivity=1>")
    let continued = BGContinuedProcessingTaskRequest(
      identifier: "org.example.export", title: "Export", subtitle: "starts")
    continued.strategy = .fail
    #expect(
      continued.description
        == "<BGContinuedProcessingTaskRequest: org.example.export, (title: Export, subtitle: starts, "
        + "resources: Default, submissionStrategy: Fail)>")
    let research = BGHealthResearchTaskRequest(identifier: "org.example.study")
    research.protectionTypeOfRequiredData = "NSFileProtectionComplete"
    research.earliestBeginDate = Date(timeIntervalSince1970: .nan)
    #expect(
      research.description
        == "<BGHealthResearchTaskRequest: org.example.study, earliestBeginDate: nan, "
        + "requiresExternalPower=0, requiresNetworkConnectivity=0, "
        + "protectionTypeOfRequiredData=NSFileProtectionComplete>")
    let task = BGContinuedProcessingTask()
    task.updateTitle("Export", subtitle: "starts")
    #expect(task.description == "<BGContinuedProcessingTask:  (Export)>")
    #expect(
      MockProcessingTask(identifier: "org.example.a").description == "<MockProcessingTask: org.example.a>")
  }
}
