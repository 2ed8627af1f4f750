import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

struct PortabilityTests {
  /// What has to compile without a word of the compiler.
  private static let shapes = [
    "BackgroundTasksTests/Portability/CallShapes", "BackgroundTasksTests/Portability/MethodReferences",
    "CallShapesTests/Shapes/AsyncCallers", "CallShapesTests/Shapes/SchedulerMocks",
  ].map { Repository.path("Tests/\($0).swift") }

  /// Where the modules lie that the tests were compiled with, and the one of C that they import.
  private static let modules = ["Modules", "CTexts.build"].flatMap { ["-I", BuiltProduct.url($0).path()] }

  @Test(
    "Code of applications compiles in both language modes, with asynchronous functions of either kind",
    arguments: ["5", "6"], [[], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]])
  func languageModes(mode: String, features: [String]) async throws {
    // The compiler leaves something behind where temporary files go.
    let folder = try TemporaryFolder()
    let result = try await blocking {
      Result {
        try FinishedProgram.run(
          URL(filePath: "/usr/bin/env"),
          [
            "swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, "-warnings-as-errors",
            "-module-cache-path", folder.path("cache"),
          ] + Self.modules + features + Self.shapes, environment: ["TMPDIR": folder.path])
      }
    }.get()
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("A protocol that stands for the scheduler registers, submits, lists and cancels")
  func abstraction() async throws {
    let daemon = try ScriptedDaemon()
    let scheduler: any TaskScheduling = BGTaskScheduler(daemon)
    let refresher = Refresher { true }
    #expect(refresher.register(scheduler))
    daemon.launch("org.example.hourly", run: "run1")
    let end = await blocking { daemon.next(\.completion) }
    #expect(end == .init(runId: "run1", success: true))
    #expect(submit(BGTaskRequest.hourly, to: scheduler) == .accepted)
    try await scheduler.submitTaskRequest(BGTaskRequest.hourly)
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    scheduler.cancel(taskRequestWithIdentifier: "org.example.hourly")
    scheduler.cancelAllTaskRequests()
    #expect(daemon.allCalls.compactMap(\.cancellation) == ["org.example.hourly"])
  }

  @Test("Typed catches see the errors")
  func catches() throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let results: [(SchedulerInterfaceError, SubmissionResult)] = [
      (.notPermitted(identifier: "a", message: "b"), .notPermitted),
      (.tooManyPendingTaskRequests(identifier: "a", limit: 1), .tooMany),
      (.unavailable(message: "off"), .unavailable("off")),
      (.immediateRunIneligible(identifier: "a", message: "b"), .other),
    ]
    for (refusal, result) in results {
      daemon.answer { _ in Message.error(refusal) }
      #expect(submit(BGTaskRequest.hourly, to: scheduler) == result)
    }
    #expect(code(BGTaskScheduler.Error(.unavailable)) == "unavailable")
  }

  @Test("Work in a task is cancelled by the expiration")
  func cancelledWork() async throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let begun = Fact<Bool>()
    let refresher = Refresher {
      begun.happens(true)
      // Ends when it is cancelled, and not before.
      for await _ in AsyncStream<Void>(unfolding: { await Forever.value }) {}
      return true
    }
    _ = refresher.register(scheduler, on: .global())
    daemon.launch("org.example.hourly", run: "run1")
    #expect(await blocking { begun.wait() } == true)
    daemon.expire("run1")
    let end = await blocking { daemon.next(\.completion) }
    #expect(end == .init(runId: "run1", success: false))
  }

  /// Never there; waiting for it ends when its task is cancelled.
  private enum Forever {
    static var value: Void? {
      get async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        defer { withExtendedLifetime(continuation) {} }
        for await _ in stream {}
        return nil
      }
    }
  }

  @Test(
    "Handlers of a main actor type run, whichever way they were registered",
    arguments: ["org.example.main", "org.example.nil", "org.example.sendable"])
  func mainActorTypes(identifier: String) async throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let model = ApplicationModel()
    await model.registerOnMainQueue(scheduler)
    await model.registerWithoutQueue(scheduler)
    await model.registerSendable(scheduler)
    daemon.launch(identifier, run: "run1")
    let end = await blocking { daemon.next(\.completion) }
    #expect(end == .init(runId: "run1", success: true))
    #expect(await model.lastRefresh != nil)
    try await model.schedule(scheduler)
    #expect(daemon.allCalls.compactMap(\.submission?.identifier) == ["org.example.export"])
  }

  @Test("Continued processing, an actor that submits, and activities")
  func others() async throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    export(scheduler, files: 3)
    daemon.launch("org.example.export", run: "run1", kind: .continued, title: "Export")
    let end = await blocking { daemon.next(\.completion) }
    #expect(end == .init(runId: "run1", success: true))
    #expect(daemon.allCalls.compactMap(\.progress).last?.subtitle == "3 of 3")
    #expect(try await Maintenance().submit(scheduler) == false)
    daemon.answer { _ in Message.error(SchedulerInterfaceError.unavailable(message: "off")) }
    let failed = Fact<String>()
    await Maintenance().submitAndForget(scheduler) { failed.happens($0) }
    #expect(await blocking { failed.wait() } == "off")
    daemon.answer { _ in nil }
    await BGTaskScheduler.withShared(on: DaemonBackend(path: daemon.path)) {
      let scheduled = activities()
      daemon.launch("org.example.typed", run: "run2", kind: .processing)
      let end = await blocking { daemon.next(\.completion) }
      #expect(end == .init(runId: "run2", success: true))
      for activity in scheduled { activity.invalidate() }
    }
  }
}
