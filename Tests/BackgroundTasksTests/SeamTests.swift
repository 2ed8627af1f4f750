import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Testing

struct SeamTests {
  @Test("Code that says shared works on the backend that a test puts there, and on its own before and after")
  func shared() async throws {
    let backend = RecordingBackend()
    let other = RecordingBackend()
    let scheduler = BGTaskScheduler.shared
    try await BGTaskScheduler.withShared(on: backend) {
      #expect(BGTaskScheduler.shared === scheduler)
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "org.example.a"))
      #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
      await Task.yield()
    }
    await BGTaskScheduler.withShared(on: other) {
      // Not twice: it was another one.
      #expect(scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in })
    }
    #expect(backend.words == ["submit org.example.a", "register org.example.a", "close"])
    #expect(other.words == ["register org.example.a", "close"])
  }

  @Test("Bodies on the shared scheduler wait for each other")
  func turns() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          let backend = RecordingBackend()
          await BGTaskScheduler.withShared(on: backend) {
            BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "\(number)")
            await Task.yield()
            BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "\(number)")
          }
          #expect(backend.words == ["cancel \(number)", "cancel \(number)", "close"])
        }
      }
    }
  }

  @Test("R2: A scheduler whose process is said to end and begin again takes its registrations again")
  func restart() throws {
    let (before, after) = (RecordingBackend(), RecordingBackend())
    let scheduler = BGTaskScheduler(backend: before)
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    before.delegate?.launch(.sample("run1", "org.example.a")) {}
    scheduler.restart(on: after)
    #expect(before.words.contains("close"))
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { _ in }
    #expect(after.words == ["register org.example.a"])
    #expect(after.delegate?.runsInProgress == [])
  }

  @Test("A backend hears when a handler has returned, and when there is nothing more to an expiration")
  func handled() throws {
    let backend = RecordingBackend()
    let scheduler = BGTaskScheduler(backend: backend)
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
    }
    let delegate = try #require(backend.delegate)
    let (returned, expired, unknown) = (Fact<[String]>(), Fact<[String]>(), Fact<[String]>())
    delegate.launch(.sample("run1", "org.example.a")) { returned.happens(backend.words) }
    #expect(returned.wait() == ["register org.example.a"])
    #expect(delegate.runsInProgress == ["run1"])
    let notice = SchedulerMethod.Register.Expire(
      runId: "run1", reason: .init(code: "cancelled", message: "by its owner"), graceDurationUSec: 1)
    delegate.expire(notice) { expired.happens(backend.words) }
    #expect(expired.wait()?.last == "complete run1 false")
    #expect(delegate.runsInProgress.isEmpty)
    delegate.expire(notice) { unknown.happens([]) }
    #expect(unknown.wait() == [])
    #expect(scheduler.applicationName == "")
  }

  @Test("A launch that asks for it is told when its handler is called, before its first line; others are not")
  func handlerBegan() throws {
    let backend = RecordingBackend()
    let scheduler = BGTaskScheduler(backend: backend)
    let (first, second) = (Fact<[String]>(), Fact<[String]>())
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      (task.runIdentifier == "run1" ? first : second).happens(backend.words)
    }
    var launch = SchedulerMethod.Register.Launch.sample("run1", "org.example.a")
    launch.reportsHandler = true
    backend.delegate?.launch(launch) {}
    #expect(first.wait() == ["register org.example.a", "began run1"])
    backend.delegate?.launch(.sample("run2", "org.example.a")) {}
    #expect(second.wait() == ["register org.example.a", "began run1"])
  }

  @Test("A backend without an interval hears of every change of progress, on the thread that makes it")
  func everyChange() throws {
    let backend = RecordingBackend()
    let scheduler = BGTaskScheduler(backend: backend)
    let done = Fact<[String]>()
    scheduler.register(forTaskWithIdentifier: "org.example.a", using: nil) { task in
      let task = task as? BGContinuedProcessingTask
      task?.progress.totalUnitCount = 2
      task?.progress.completedUnitCount = 1
      task?.progress.completedUnitCount = 2
      done.happens(backend.words)
    }
    backend.delegate?.launch(.sample("run1", "org.example.a", kind: .continued)) {}
    #expect(done.wait()?.dropFirst() == ["progress 0/2", "progress 1/2", "progress 2/2"])
  }
}
