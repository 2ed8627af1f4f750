import BackgroundTasks
import SchedulerAPI
import Synchronization
import Testing

/// References to methods are those to Apple's, whatever overloads there are besides.
struct ReferenceTests {
  @Test("A reference by name registers on a queue, or on none")
  func registering() async throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let handled = Mutex<[String]>([])
    let results = registerByReference(scheduler) { task in
      handled.withLock { $0.append(task.identifier) }
      task.setTaskCompleted(success: true)
    }
    #expect(results == [true, true, true])
    let identifiers = ["main", "nil", "bare"].map { "org.example.reference.\($0)" }
    for identifier in identifiers {
      daemon.launch(identifier, run: identifier)
      let end = await blocking { daemon.next(\.completion) }
      #expect(end == .init(runId: identifier, success: true))
    }
    #expect(handled.withLock { $0 } == identifiers)
  }

  @Test("References to the forms with a completion handler call it")
  func completionHandlers() async throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let request = BGAppRefreshTaskRequest(identifier: "org.example.reference")
    try submitByReference(scheduler, request)
    let errors = AsyncStream<Bool>.makeStream()
    submitByReference(scheduler, request) { errors.continuation.yield($0 == nil) }
    #expect(await errors.stream.prefix(2).reduce(into: []) { $0.append($1) } == [true, true])
    #expect(daemon.allCalls.compactMap(\.submission).count == 3)
    let counts = AsyncStream<Int>.makeStream()
    pendingByReference(scheduler) { counts.continuation.yield($0) }
    #expect(await counts.stream.prefix(3).reduce(into: []) { $0.append($1) } == [0, 0, 0])
  }

  @Test("A client that is made of closures")
  func closures() async throws {
    let daemon = try ScriptedDaemon()
    let client = SchedulerClient.live(BGTaskScheduler(daemon))
    #expect(client.register("org.example.reference", nil) { $0.setTaskCompleted(success: true) })
    try client.submit(BGAppRefreshTaskRequest(identifier: "org.example.reference"))
    try await client.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "org.example.reference"))
    client.cancel("org.example.reference")
    let count = Fact<Int>()
    client.pendingRequests { count.happens($0.count) }
    #expect(await blocking { count.wait() } == 0)
    #expect(daemon.allCalls.compactMap(\.cancellation) == ["org.example.reference"])
  }
}
