import BackgroundTasks
import Dispatch
import SchedulerAPI
import SchedulerCore
import Synchronization
import Testing

struct DeliveryTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler

  init() throws { (daemon, scheduler) = try ScriptedDaemon.withScheduler() }

  @Test(
    "The task has the class of its kind, the identifier, and what the launch says",
    arguments: Wire.Kind.allCases.filter { $0 != .transfer })
  func classes(kind: Wire.Kind) throws {
    let task = try scheduler.launchedTask(
      by: daemon, kind: kind, title: "Export", subtitle: "of 3 films")
    #expect(task.identifier == "org.example.a")
    #expect(task.runIdentifier == "run1")
    #expect(task.runtimeLimit == 30)
    #expect(task.attempt == 1)
    #expect(task.expirationReason == nil)
    switch kind {
    case .refresh: #expect(task is BGAppRefreshTask)
    case .processing, .transfer: #expect(type(of: task) == BGProcessingTask.self)
    case .continued:
      let continued = try #require(task as? BGContinuedProcessingTask)
      #expect(continued.title == "Export")
      #expect(continued.subtitle == "of 3 films")
    }
  }

  @Test("A health research request comes back as its own task, and in the list as its own request")
  func healthResearch() async throws {
    let request = BGHealthResearchTaskRequest(identifier: "org.example.study")
    request.protectionTypeOfRequiredData = "NSFileProtectionComplete"
    request.requiresExternalPower = true
    try scheduler.submit(request)
    let sent = try #require(daemon.next(\.submission))
    #expect(sent.kind == .processing)
    let launched = Fact<BGTask>()
    scheduler.register(forTaskWithIdentifier: "org.example.study", using: nil) { launched.happens($0) }
    daemon.launch("org.example.study", run: "run1", kind: .processing, title: sent.title)
    #expect(launched.wait() is BGHealthResearchTask)
    daemon.list([Wire.Task(request: sent, uid: 0, state: .waiting, submittedUSec: 1, attempt: 1)])
    let pending = try #require(await scheduler.pendingTaskRequests().first as? BGHealthResearchTaskRequest)
    #expect(pending.protectionTypeOfRequiredData == "NSFileProtectionComplete")
    #expect(pending.requiresExternalPower)
  }

  @Test("R4: Handler and expiration handler run on the queue that was given")
  func givenQueue() throws {
    let queue = DispatchQueue(label: "org.example.queue")
    let (launched, expired) = (Fact<Bool>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      dispatchPrecondition(condition: .onQueue(queue))
      task.expirationHandler = {
        dispatchPrecondition(condition: .onQueue(queue))
        expired.happens(true)
      }
      launched.happens(true)
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    daemon.expire("run1")
    #expect(expired.wait() == true)
  }

  @Test(
    "R4: A launch handler that works until its expiration handler stops it is stopped, on a serial queue too",
    arguments: [nil, DispatchQueue(label: "org.example.queue")])
  func keptQueue(queue: DispatchQueue?) throws {
    let (launched, expired) = (Fact<Bool>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      task.expirationHandler = { expired.happens(true) }
      launched.happens(true)
      task.setTaskCompleted(success: expired.wait() == true)
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    daemon.expire("run1")
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
  }

  @Test("R42: So it is when it asks only after its time was up")
  func keptQueueTooLate() throws {
    let (launched, expired, stopped) = (Fact<Bool>(), Fact<Bool>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      launched.happens(true)
      while task.expirationReason == nil {}
      task.expirationHandler = { expired.happens(true) }
      stopped.happens(expired.wait() == true)
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    daemon.expire("run1")
    #expect(stopped.wait() == true)
  }

  @Test(
    "R4: Without a queue, runs of an identifier come one after the other, off the main thread, beside others'"
  )
  func ownQueue() throws {
    let gate = Fact<Bool>()
    let (first, second, other) = (Fact<Bool>(), Fact<Bool>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      if task.runIdentifier == "run1" {
        first.happens(Thread.isMainThread)
        _ = gate.wait()
      } else {
        second.happens(gate.hasHappened)
      }
    }
    scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { _ in other.happens(true) }
    daemon.launch("org.example.a", run: "run1")
    daemon.launch("org.example.a", run: "run2")
    daemon.launch("org.example.b", run: "run3")
    #expect(first.wait() == false)
    #expect(other.wait() == true)
    #expect(!second.hasHappened)
    gate.happens(true)
    #expect(second.wait() == true)
  }

  @MainActor final class Model {
    var runs: [String] = []
    let handled = Fact<Bool>()
    let expired = Fact<Bool>()

    func register(_ scheduler: BGTaskScheduler) {
      scheduler.register(forTaskWithIdentifier: "org.example.background", using: nil) { task in
        self.begin(task)
      }
      scheduler.register(forTaskWithIdentifier: "org.example.main", using: .main) { task in
        self.begin(task)
      }
    }

    func begin(_ task: BGTask) {
      MainActor.assertIsolated()
      runs.append(task.runIdentifier)
      task.expirationHandler = {
        MainActor.assertIsolated()
        self.expired.happens(true)
      }
      handled.happens(true)
    }
  }

  @Test(
    "R4: A handler of a @MainActor type runs on the main actor, with nil and with the main queue",
    arguments: ["org.example.background", "org.example.main"])
  func mainActor(identifier: String) async throws {
    let model = Model()
    await model.register(scheduler)
    daemon.launch(identifier, run: "run1")
    let handled = await blocking { model.handled.wait() }
    #expect(handled == true)
    daemon.expire("run1")
    let expired = await blocking { model.expired.wait() }
    #expect(expired == true)
    #expect(await model.runs == ["run1"])
  }

  @Test("A handler of an actor runs on that actor")
  func actor() async throws {
    actor Counter {
      var count = 0
      func register(_ scheduler: BGTaskScheduler) {
        scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
          self.count += 1
          task.setTaskCompleted(success: true)
        }
      }
    }
    let counter = Counter()
    await counter.register(scheduler)
    daemon.launch("org.example.a", run: "run1")
    let completion = await blocking { daemon.next(\.completion) }
    #expect(completion == .init(runId: "run1", success: true))
    #expect(await counter.count == 1)
  }

  @Test("A run that is delivered twice is begun once")
  func twice() throws {
    let queue = DispatchQueue(label: "org.example.queue")
    let count = Atomic(0)
    let last = Fact<Bool>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      count.add(1, ordering: .relaxed)
      if task.runIdentifier == "run2" { last.happens(true) }
    }
    for run in ["run1", "run1", "run2"] { daemon.launch("org.example.a", run: run) }
    #expect(last.wait() == true)
    #expect(count.load(ordering: .relaxed) == 2)
  }

  @Test("A delivery that makes no sense is said and passed over")
  func nonsense() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
      daemon.answer { call in
        guard call.registration != nil else { return nil }
        return Array(#"{"parameters":{},"continues":true}"#.utf8) + [0]
          + Array(#"{"parameters":{"launch":{"runId":7}},"continues":true}"#.utf8) + [0]
      }
      let launched = Fact<Bool>()
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in launched.happens(true) }
      daemon.launch("org.example.a", run: "run1")
      #expect(launched.wait() == true)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the delivery of bgtaskd cannot be understood"), "\(text)")
  }
}
