import BackgroundTasks
import PlainText
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct RequestTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler

  init() throws { (daemon, scheduler) = try ScriptedDaemon.withScheduler() }

  private func sent(_ request: BGTaskRequest) throws -> Wire.TaskRequest {
    try scheduler.submit(request)
    return try #require(daemon.next(\.submission))
  }

  @Test("A payload comes back as it was, without anything that a terminal obeys on its way, and is bounded")
  func payload() throws {
    struct Page: Codable, Hashable { var number = 1, title = "Título\u{202E}\n\u{1B}[2J\u{E0001}" }
    let request = BGAppRefreshTaskRequest(identifier: "a")
    #expect(try request.payload(as: Page.self) == nil)
    try request.setPayload(Page())
    #expect(try request.payload() == Page())
    let copy = try #require(request.copy() as? BGAppRefreshTaskRequest)
    #expect(try copy.payload() == Page())
    let content = try #require(try sent(request).content)
    #expect(content.unicodeScalars.allSatisfy { !SingleLine.isUnsafe($0) } && content.contains("Título"))
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try request.setPayload(String(repeating: "x", count: BGTaskRequest.payloadLimit))
    }
    #expect(error?.code == .notPermitted)
    #expect(try request.payload() == Page())
    try request.setPayload(nil as Page?)
    #expect(try sent(request).content == nil)
  }

  @Test(
    "R10, R17: A request without anything set says its identifier and its kind, and all else is the default"
  )
  func plain() throws {
    #expect(
      try sent(BGAppRefreshTaskRequest(identifier: "a")) == Wire.TaskRequest(identifier: "a", kind: .refresh))
    #expect(
      try sent(BGProcessingTaskRequest(identifier: "b"))
        == Wire.TaskRequest(identifier: "b", kind: .processing))
  }

  @Test("R17, R18, R32, R44: Everything that a request says goes to the daemon")
  func everything() throws {
    let request = BGProcessingTaskRequest(identifier: "org.example.a")
    request.earliestBeginDate = Date(timeIntervalSince1970: 1_000)
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = true
    request.requiresUnmeteredNetwork = true
    request.requiresBatteryNotLow = true
    request.requiresStorageNotLow = true
    request.requiresIdle = false
    request.deadline = Date(timeIntervalSince1970: 2_000)
    request.deadlinePolicy = .run
    request.retry = .init(backoff: .linear, initialInterval: 1, maximumInterval: 60, maximumAttempts: 3)
    request.repeatInterval = 3_600
    request.tolerance = 0.5
    request.runtimeLimit = 90
    request.preventsSleep = true
    request.sleepsThrough = true
    request.judgement = .patient
    request.expectedDuration = 600
    request.canResume = true
    var expected = Wire.TaskRequest(
      identifier: "org.example.a", kind: .processing, earliestBeginUSec: 1_000_000_000,
      deadlineUSec: 2_000_000_000, onDeadline: .run, requiresNetworkConnectivity: true,
      requiresUnmeteredNetwork: true, requiresExternalPower: true, requiresIdle: false,
      requiresBatteryNotLow: true, requiresStorageNotLow: true, runtimeLimitDurationUSec: 90_000_000,
      repeatDurationUSec: 3_600_000_000, toleranceDurationUSec: 500_000,
      retry: .init(
        backoff: .linear, initialDurationUSec: 1_000_000, maximumDurationUSec: 60_000_000,
        maximumAttempts: 3),
      preventsSleep: true, sleepsThrough: true)
    expected.judgement = .patient
    expected.expectedDurationUSec = 600_000_000
    expected.canResume = true
    #expect(try sent(request) == expected)
    let copy = try #require(request.copy() as? BGProcessingTaskRequest)
    #expect(try sent(copy) == expected)
  }

  @Test("R50: Texts for people are taken as far as one line goes, and the request keeps what it was given")
  func continuedTexts() throws {
    let title = "\u{200F}שורה\nאחת"
    let request = BGContinuedProcessingTaskRequest(
      identifier: "org.example.a", title: title, subtitle: String(repeating: "写", count: 86))
    let wire = try sent(request)
    #expect(wire.title == "שורה אחת")
    #expect(wire.subtitle == String(repeating: "写", count: 84) + "…")
    #expect(request.title == title && request.subtitle.count == 86)
  }

  @Test("R50, R52: A continued request says title, subtitle and strategy, and no date")
  func continued() throws {
    let request = BGContinuedProcessingTaskRequest(
      identifier: "org.example.a", title: "Export", subtitle: "of 3 films")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3_600)
    #expect(request.strategy == .queue)
    #expect(
      try sent(request)
        == Wire.TaskRequest(
          identifier: "org.example.a", kind: .continued, title: "Export", subtitle: "of 3 films",
          strategy: .queue))
    request.strategy = .fail
    let copy = try #require(request.copy() as? BGContinuedProcessingTaskRequest)
    #expect(try sent(copy).strategy == .fail)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.fail.rawValue == 0)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.queue.rawValue == 1)
  }

  @Test(
    "R17: Dates that the protocol cannot say become the nearest that it can; what is no number is refused")
  func dates() throws {
    let request = BGAppRefreshTaskRequest(identifier: "a")
    request.earliestBeginDate = .distantPast
    #expect(try sent(request).earliestBeginUSec == 0)
    request.earliestBeginDate = Date(timeIntervalSince1970: .infinity)
    #expect(try sent(request).earliestBeginUSec == 253_402_300_799_999_999)
    request.earliestBeginDate = Date(timeIntervalSince1970: .nan)
    expect(.notPermitted, "earliestBeginDate", request)
    request.earliestBeginDate = nil
    for length in [-1, .nan] {
      request.runtimeLimit = length
      expect(.notPermitted, "runtimeLimit", request)
    }
    request.runtimeLimit = .infinity
    #expect(try sent(request).runtimeLimitDurationUSec == 100 * 366 * 86_400_000_000)
  }

  private func expect(_ code: BGTaskScheduler.Error.Code, _ text: String, _ request: BGTaskRequest) {
    let error = #expect(throws: BGTaskScheduler.Error.self) { try scheduler.submit(request) }
    #expect(error?.code == code)
    #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
  }

  @Test("R12: There is no GPU to be had, and a request for it says so without asking the daemon")
  func gpu() {
    #expect(BGTaskScheduler.supportedResources.isEmpty)
    #expect(BGContinuedProcessingTaskRequest.Resources.gpu.rawValue == 1)
    let request = BGContinuedProcessingTaskRequest(identifier: "org.example.a", title: "", subtitle: "")
    request.requiredResources = .gpu
    expect(.notPermitted, "GPU", request)
    #expect(daemon.allCalls.isEmpty)
  }

  @Test("R16: The asynchronous forms submit and tell what submitting tells")
  func asynchronous() async throws {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.a")
    try await scheduler.submitTaskRequest(request)
    let done = Fact<BGTaskScheduler.Error.Code?>()
    scheduler.submitTaskRequest(request) { done.happens(($0 as? BGTaskScheduler.Error)?.code) }
    #expect(await blocking { done.wait() } == .some(nil))
    daemon.answer { _ in
      Message.error(SchedulerInterfaceError.tooManyPendingTaskRequests(identifier: "org.example.a", limit: 1))
    }
    await #expect(throws: BGTaskScheduler.Error.self) { try await scheduler.submitTaskRequest(request) }
    let failed = Fact<BGTaskScheduler.Error.Code?>()
    scheduler.submitTaskRequest(request) { failed.happens(($0 as? BGTaskScheduler.Error)?.code) }
    #expect(await blocking { failed.wait() } == .tooManyPendingTaskRequests)
  }

  private func task(
    _ identifier: String, _ state: Wire.TaskState = .waiting, command: Wire.Command? = nil,
    of application: String? = nil
  ) -> Wire.Task {
    Wire.Task(
      request: .init(identifier: identifier, kind: .refresh, earliestBeginUSec: 5_000_000, command: command),
      uid: 0, state: state, submittedUSec: 1, attempt: 1, application: application)
  }

  @Test(
    "R20, R21: What other processes of the application submitted is the application's own; nothing else is")
  func otherProcesses() async throws {
    daemon.list([
      task("org.example.earlier", of: "org.example.app"), task("org.other.application", of: "org.other"),
      task("org.example.running", .running, of: "org.example.app"),
      task("nightly", command: .init(argv: ["/bin/true"])),
    ])
    // The daemon says the application's name when something is registered.
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    _ = daemon.next(\.registration)
    #expect(await scheduler.pendingTaskRequests().map(\.identifier) == ["org.example.earlier"])
    scheduler.cancelAllTaskRequests()
    #expect(daemon.allCalls.compactMap(\.cancellation) == ["org.example.earlier"])
    // What the program says of itself counts before that.
    scheduler.applicationName = "org.other"
    #expect(await scheduler.pendingTaskRequests().map(\.identifier) == ["org.other.application"])
  }

  @Test("R21: A process that only submits learns its application's name by that")
  func submitsOnly() async throws {
    daemon.answer { call in
      guard case .submit(let parameters) = call else { return nil }
      let task = Wire.Task(
        request: parameters.request, uid: 0, state: .waiting, submittedUSec: 1, attempt: 1,
        application: "org.example.app")
      return Message.reply(SchedulerMethod.Submit.Reply(task: task))
    }
    daemon.list([task("org.example.earlier", of: "org.example.app"), task("org.other.a", of: "org.other")])
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
    #expect(await scheduler.pendingTaskRequests().map(\.identifier) == ["org.example.earlier"])
  }

  @Test("R21: Pending requests are the application's own that wait, as copies; the three forms agree")
  func pending() async throws {
    scheduler.register(forTaskWithIdentifier: "org.example.registered", using: nil) { _ in }
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.submitted"))
    daemon.list([
      task("org.example.submitted"), task("org.example.registered"), task("org.other.application"),
      task("org.example.registered.running", .running), task("nightly", command: .init(argv: ["/bin/true"])),
    ])
    let requests = await scheduler.pendingTaskRequests()
    #expect(requests.map(\.identifier) == ["org.example.registered", "org.example.submitted"])
    #expect(requests.first?.earliestBeginDate == Date(timeIntervalSince1970: 5))
    #expect(requests.first is BGAppRefreshTaskRequest)
    let seen = Fact<[String]>()
    scheduler.getPendingTaskRequests { seen.happens($0.map(\.identifier)) }
    #expect(await blocking { seen.wait() } == requests.map(\.identifier))
    let onMain = Fact<Int>()
    await onMainActor(onMain)
    #expect(await blocking { onMain.wait() } == 2)
  }

  @MainActor private func onMainActor(_ count: Fact<Int>) {
    scheduler.getPendingTaskRequests { requests in
      MainActor.assertIsolated()
      count.happens(requests.count)
    }
  }

  @Test("R21: A task that was launched is not pending")
  func launched() async throws {
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    daemon.list([task("org.example.a", .running)])
    #expect(await scheduler.pendingTaskRequests().isEmpty)
  }

  @Test("R20: Cancelling names the task; cancelling all spares other applications and commands")
  func cancelling() throws {
    scheduler.cancel(taskRequestWithIdentifier: "org.example.c")
    #expect(daemon.next(\.cancellation) == "org.example.c")
    for name in ["org.example.a", "org.example.b"] {
      scheduler.register(forTaskWithIdentifier: name, using: nil) { _ in }
    }
    daemon.list([
      task("org.example.b"), task("org.other.application"), task("org.example.a"),
      task("nightly", command: .init(argv: ["/bin/true"])),
    ])
    daemon.answer { call in
      call.cancellation == nil ? nil : Message.error(SchedulerInterfaceError.noSuchTask(identifier: ""))
    }
    scheduler.cancelAllTaskRequests()
    #expect(
      daemon.allCalls.compactMap(\.cancellation) == ["org.example.c", "org.example.a", "org.example.b"])
  }

  @Test("Explaining says every reason with since, required and observed, and the forecast")
  func explaining() async throws {
    daemon.answer { _ in
      Message.reply(
        SchedulerMethod.Explain.Reply(
          canProceed: false,
          reasons: [
            .init(
              code: "network", message: "no network", required: "any", observed: "none",
              sinceUSec: 2_000_000), .init(code: "idle", message: "in use"),
          ], forecastUSec: 3_000_000))
    }
    #expect(
      try await scheduler.explain(identifier: "org.example.a")
        == BGTaskScheduler.Explanation(
          canProceed: false,
          reasons: [
            BGTaskReason(
              code: "network", message: "no network", required: "any", observed: "none",
              since: Date(timeIntervalSince1970: 2)), BGTaskReason(code: "idle", message: "in use"),
          ], forecast: Date(timeIntervalSince1970: 3)))
    daemon.answer { _ in Message.error(SchedulerInterfaceError.noSuchTask(identifier: "org.example.a")) }
    let error = await #expect(throws: BGTaskScheduler.Error.self) {
      try await scheduler.explain(identifier: "org.example.a")
    }
    #expect(error?.localizedDescription.contains("org.example.a") == true)
  }
}
