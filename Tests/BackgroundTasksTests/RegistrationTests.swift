import BackgroundTasks
import Dispatch
import SchedulerAPI
import SchedulerCore
import Synchronization
import Testing
import Varlink

struct RegistrationTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler

  init() throws { (daemon, scheduler) = try ScriptedDaemon.withScheduler() }

  @Test("R1: The first registration registers, a later one adds its identifier to the same connection")
  func lateRegistration() throws {
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    let first = try #require(daemon.next(\.registration))
    #expect(first == .init(application: "", identifiers: ["org.example.a"]))
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.b", using: .global()) { _ in })
    let second = try #require(daemon.next(\.addition))
    #expect(second == .init(registration: "r1", identifiers: ["org.example.b"]))
  }

  @Test("R2: A second registration traps, and names the identifier and what to do")
  func doubleRegistration() async {
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) {
      let scheduler = try BGTaskScheduler(ScriptedDaemon(isAway: true))
      scheduler.register(forTaskWithIdentifier: "org.example.twice", using: nil) { _ in }
      scheduler.register(forTaskWithIdentifier: "org.example.twice", using: nil) { _ in }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("org.example.twice cannot be registered: it has a launch handler already"))
    #expect(text.contains("once in a process"))
  }

  @Test(
    "R3: An identifier that no manifest permits is not registered, at first and later, and may be tried again"
  )
  func refusal() throws {
    daemon.answer { call in
      let identifiers = call.registration?.identifiers ?? call.addition?.identifiers ?? []
      guard let refused = identifiers.first(where: { $0.hasSuffix("not") }) else { return nil }
      return Message.error(
        SchedulerInterfaceError.notPermitted(identifier: refused, message: "add it to PermittedIdentifiers="))
    }
    #expect(!scheduler.register(forTaskWithIdentifier: "org.example.not", using: nil) { _ in })
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.yes", using: nil) { _ in })
    #expect(!scheduler.register(forTaskWithIdentifier: "org.example.also.not", using: nil) { _ in })
    daemon.answer { _ in nil }
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.not", using: nil) { _ in })
  }

  @Test("R3: A name that is no identifier is not registered, and nobody is asked")
  func malformed() throws {
    for identifier in [
      "", "org example", "org.example.ä", String(repeating: "a", count: 256), "*", ".*", "org.*.a", "org.a*",
    ] {
      #expect(!scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in })
    }
    #expect(daemon.allCalls.isEmpty)
  }

  @Test(
    "R5: A pattern handles what it covers under its own name; a name counts before it, a longer one first"
  )
  func patterns() throws {
    let seen = Mutex<[String]>([])
    let launched = DispatchSemaphore(value: 0)
    for pattern in ["org.example.*", "org.example.export.*", "org.example.export.one"] {
      let isRegistered = scheduler.register(forTaskWithIdentifier: pattern, using: .global()) { task in
        seen.withLock { $0.append("\(pattern): \(task.identifier)") }
        launched.signal()
      }
      #expect(isRegistered)
    }
    #expect(daemon.next(\.registration)?.identifiers == ["org.example.*"])
    for name in ["a", "export.two", "export.one", "export.one.part"] {
      daemon.launch("org.example.\(name)", run: name, kind: .continued, title: "T", subtitle: "")
      #expect(launched.wait(timeout: .now() + 30) == .success)
    }
    #expect(
      seen.withLock { $0 } == [
        "org.example.*: org.example.a", "org.example.export.*: org.example.export.two",
        "org.example.export.one: org.example.export.one", "org.example.export.*: org.example.export.one.part",
      ])
  }

  @Test("R3: What is refused when the daemon comes back is said once, and the others are registered")
  func refusalLater() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler(isAway: true)
      for name in ["org.example.a", "org.example.not", "org.example.b"] {
        #expect(scheduler.register(forTaskWithIdentifier: name, using: nil) { _ in })
      }
      daemon.answer { call in
        guard call.registration?.identifiers.contains("org.example.not") == true else { return nil }
        return Message.error(
          SchedulerInterfaceError.notPermitted(
            identifier: "org.example.not", message: "add it to PermittedIdentifiers="))
      }
      try daemon.start()
      #expect(
        daemon.next(\.registration)?.identifiers == ["org.example.a", "org.example.not", "org.example.b"])
      #expect(daemon.next(\.registration)?.identifiers == ["org.example.a", "org.example.b"])
      daemon.stop()
      try daemon.start()
      #expect(daemon.next(\.registration)?.identifiers == ["org.example.a", "org.example.b"])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "org.example.not is not registered").count == 2, "\(text)")
    #expect(text.contains("PermittedIdentifiers="))
  }

  @Test("A registration that ended meanwhile refuses nothing: the next connection registers everything")
  func endedMeanwhile() throws {
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    daemon.answer { call in
      guard call.addition != nil else { return nil }
      return Message.error(
        SchedulerInterfaceError.invalidRequest(field: "registration", message: "found r1, which is over"))
    }
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { _ in })
    #expect(daemon.next(\.registration) != nil)
    daemon.stop()
    try daemon.start()
    #expect(daemon.next(\.registration)?.identifiers == ["org.example.a", "org.example.b"])
  }

  @Test("A daemon that is starting refuses nothing either")
  func starting() throws {
    let count = Counter()
    daemon.answer { call in
      guard call.registration != nil, count.next() < 4 else { return nil }
      return Message.error(SchedulerInterfaceError.unavailable(message: "the scheduler is starting"))
    }
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    let launched = Fact<Bool>()
    #expect(
      scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { _ in launched.happens(true) })
    for _ in 1...4 { #expect(daemon.next(\.registration) != nil) }
    daemon.launch("org.example.b", run: "run1")
    #expect(launched.wait() == true)
  }

  @Test("A registration returns true while the daemon is away, and is made when it comes")
  func away() throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler(isAway: true)
    let launched = Fact<String>()
    #expect(
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) {
        launched.happens($0.identifier)
      })
    try daemon.start()
    #expect(daemon.next(\.registration)?.identifiers == ["org.example.a"])
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == "org.example.a")
  }

  @Test("A daemon that does not answer makes a registration wait for a few seconds, not for ever")
  func silence() throws {
    let gate = Fact<Bool>()
    daemon.answer { call in
      guard call.registration != nil else { return nil }
      _ = gate.wait()
      return nil
    }
    let scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.path, patience: 0.1))
    #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    #expect(!gate.hasHappened)
    gate.happens(true)
    #expect(daemon.next(\.registration) != nil)
  }

  @Test("The application's name is what the program says, else the environment, else left to the daemon")
  func applicationName() async throws {
    #expect(scheduler.applicationName.isEmpty)
    scheduler.applicationName = "org.example.named"
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    #expect(daemon.next(\.registration)?.application == "org.example.named")
    await #expect(processExitsWith: .success) {
      setenv("BGTASK_APPLICATION", "org.example.environment", 1)
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
      #expect(scheduler.applicationName == "org.example.environment")
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
      #expect(daemon.next(\.registration)?.application == "org.example.environment")
    }
  }
}
