import BackgroundTasks
import Dispatch
import SchedulerAPI
import Testing
import Varlink

struct CompletionTests {
  private let daemon: ScriptedDaemon
  private let scheduler: BGTaskScheduler

  init() throws { (daemon, scheduler) = try ScriptedDaemon.withScheduler() }

  @Test("R34: Returning from the handler does not complete the task, nor does letting go of it")
  func returning() throws {
    let queue = DispatchQueue(label: "org.example.queue")
    let kept = Fact<BGTask>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      if task.runIdentifier == "kept" { kept.happens(task) }
    }
    daemon.launch("org.example.a", run: "dropped")
    daemon.launch("org.example.a", run: "kept")
    let task = try #require(kept.wait())
    queue.sync {}
    task.setTaskCompleted(success: true)
    #expect(daemon.next(\.completion) == .init(runId: "kept", success: true))
    // The dropped one goes on until its time is up.
    daemon.expire("dropped")
    #expect(daemon.next(\.completion) == .init(runId: "dropped", success: false))
  }

  @Test("R40: The expiration handler is called, and the reason is there before it is")
  func reason() throws {
    let expired = Fact<BGTaskReason?>()
    let launched = Fact<Bool>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      task.expirationHandler = {
        expired.happens(task.expirationReason)
        task.setTaskCompleted(success: false)
      }
      launched.happens(true)
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    daemon.expire(
      "run1",
      reason: .init(
        code: "externalPower", message: "the mains are gone", required: "external", observed: "battery",
        sinceUSec: 1_000_000))
    let reason = try #require(expired.wait() ?? nil)
    #expect(
      reason
        == BGTaskReason(
          code: "externalPower", message: "the mains are gone", required: "external", observed: "battery",
          since: Date(timeIntervalSince1970: 1)))
    #expect(reason.description == "externalPower: the mains are gone (required: external, observed: battery)")
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
  }

  @Test(
    "R40: Work on the handler's own queue sees that its time is up, and how long it has, without the handler")
  func seenFromWork() throws {
    let queue = DispatchQueue(label: "org.example.queue")
    let (launched, waiting) = (Fact<BGTask>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      task.expirationHandler = {}
      launched.happens(task)
      _ = waiting.wait()
    }
    let other = Fact<Bool>()
    scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { _ in other.happens(true) }
    daemon.launch("org.example.a", run: "run1")
    let task = try #require(launched.wait())
    #expect(!task.shouldDefer)
    daemon.expire("run1")
    // Delivered behind the expiration, so that one has arrived.
    daemon.launch("org.example.b", run: "run2")
    #expect(other.wait() == true)
    #expect(task.shouldDefer)
    #expect(task.expirationGrace == 5)
    #expect(task.expirationReason?.code == "externalPower")
    waiting.happens(true)
  }

  @Test(
    "R42: Without an expiration handler the task is completed as unsuccessful, also while its handler works")
  func unheard() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
      let (launched, gate) = (Fact<BGTask>(), Fact<Bool>())
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
        launched.happens(task)
        _ = gate.wait()
      }
      daemon.launch("org.example.a", run: "run1")
      let task = launched.wait()
      daemon.expire("run1")
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
      task?.setTaskCompleted(success: true)
      gate.happens(true)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("run run1, is ignored: the run expired and had no expirationHandler"), "\(text)")
  }

  @Test("R42: A run that expires before its handler begins may still ask to be told")
  func expiredEarly() throws {
    let queue = DispatchQueue(label: "org.example.queue")
    let gate = Fact<Bool>()
    let (expired, other) = (Fact<Bool>(), Fact<Bool>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: queue) { task in
      guard task.runIdentifier == "asks" else { return }
      task.expirationHandler = {
        expired.happens(true)
        task.setTaskCompleted(success: true)
      }
    }
    scheduler.register(forTaskWithIdentifier: "org.example.b", using: nil) { _ in other.happens(true) }
    queue.async { _ = gate.wait() }
    for run in ["asks", "silent"] {
      daemon.launch("org.example.a", run: run)
      daemon.expire(run)
    }
    daemon.launch("org.example.b", run: "run2")
    #expect(other.wait() == true)
    #expect(daemon.allCalls.compactMap(\.completion).isEmpty)
    gate.happens(true)
    #expect(expired.wait() == true)
    var ends: [String: Bool] = [:]
    while ends.count < 2, let end = daemon.next(\.completion) { ends[end.runId] = end.success }
    #expect(ends == ["asks": true, "silent": false])
  }

  @Test("R42: A handler that is set when the time is up is called at once")
  func setLate() throws {
    let task = try scheduler.launchedTask(by: daemon)
    daemon.expire("run1")
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
    let expired = Fact<Bool>()
    task.expirationHandler = { expired.happens(true) }
    #expect(expired.wait() == true)
    #expect(task.expirationHandler == nil)
  }

  @Test("R43: The expiration handler is gone when it was called, and when the task completed")
  func cleared() throws {
    final class Token: Sendable {}
    let queue = DispatchQueue(label: "org.example.queue")
    let task = try scheduler.launchedTask(by: daemon, on: queue)
    let expired = Fact<Bool>()
    task.expirationHandler = { expired.happens(true) }
    #expect(task.expirationHandler != nil)
    daemon.expire("run1")
    #expect(expired.wait() == true)
    queue.sync {}
    #expect(task.expirationHandler == nil)
    task.setTaskCompleted(success: true)

    let next = Fact<BGTask>()
    scheduler.register(forTaskWithIdentifier: "org.example.b", using: queue) { next.happens($0) }
    daemon.launch("org.example.b", run: "run2")
    let completed = try #require(next.wait())
    var token: Token? = Token()
    weak let seen = token
    completed.expirationHandler = { [token] in _ = token }
    token = nil
    #expect(seen != nil)
    completed.setTaskCompleted(success: true)
    #expect(completed.expirationHandler == nil)
    #expect(seen == nil)
    completed.expirationHandler = {}
    #expect(completed.expirationHandler == nil)
  }

  @Test("R45: The first completion counts, the second is said on standard error")
  func twice() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
      scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
        task.setTaskCompleted(success: task.runIdentifier == "run1")
        task.setTaskCompleted(success: false)
      }
      daemon.launch("org.example.a", run: "run1")
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
      daemon.launch("org.example.a", run: "run2")
      #expect(daemon.next(\.completion) == .init(runId: "run2", success: false))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "setTaskCompleted(success: false) of org.example.a, run run1, is ignored: the first call counts, "
          + "setTaskCompleted(success: true)"), "\(text)")
  }

  @Test("Completing returns when the daemon has heard of it, so that a program may exit then")
  func completionWaits() throws {
    let known = Fact<Bool>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      task.setTaskCompleted(success: true)
      known.happens(daemon.allCalls.contains { $0.completion?.runId == task.runIdentifier })
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(known.wait() == true)
  }

  @Test("A completion that the daemon cannot record now is told again, until it can")
  func diskFull() throws {
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) {
      $0.setTaskCompleted(success: true)
    }
    daemon.answer { call in
      call.completion == nil ? nil : Message.error(SchedulerInterfaceError.unavailable(message: "disk full"))
    }
    daemon.launch("org.example.a", run: "run1")
    #expect(daemon.next(\.completion) != nil)
    daemon.answer { _ in nil }
    #expect(daemon.next(\.completion) == .init(runId: "run1", success: true))
  }

  @Test("An expiration of a run that is not known is ignored")
  func unknownRun() throws {
    let launched = Fact<Bool>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in launched.happens(true) }
    daemon.expire("nobody")
    daemon.launch("org.example.a", run: "run1")
    #expect(launched.wait() == true)
    #expect(daemon.allCalls.compactMap(\.completion).isEmpty)
  }
}
