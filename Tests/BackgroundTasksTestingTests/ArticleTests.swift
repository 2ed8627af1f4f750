import BackgroundTasks
import BackgroundTasksTesting
import Testing

/// The examples of the article "Testing handlers", as they stand there.
@Suite("The article's example")
struct ArticleTests {
  final class PhotoIndex: Sendable {
    static let identifier = "org.example.photos.index"
    private let scheduler: BGTaskScheduler
    private let library: PhotoLibrary

    init(scheduler: BGTaskScheduler = .shared, library: PhotoLibrary) {
      self.scheduler = scheduler
      self.library = library
    }

    func register() -> Bool {
      scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
        let work = Task { await self.library.indexNewPictures() }
        task.expirationHandler = { work.cancel() }
        Task {
          let isComplete = await work.value
          if !isComplete { try? self.submit(after: 0) }
          task.setTaskCompleted(success: isComplete)
        }
      }
    }

    func submit(after delay: TimeInterval) throws {
      let request = BGProcessingTaskRequest(identifier: Self.identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
      request.requiresExternalPower = true
      try scheduler.submit(request)
    }
  }

  @Test("Pictures are indexed when the mains are there")
  func indexing() async throws {
    let simulated = SimulatedScheduler(permitting: [PhotoIndex.identifier])
    let library = PhotoLibrary(newPictures: 100)
    let index = PhotoIndex(scheduler: simulated.scheduler, library: library)
    #expect(index.register())
    simulated.setConditions { $0.power = .battery }
    try index.submit(after: 8 * 60 * 60)

    try await simulated.advance(by: 24 * 60 * 60)
    #expect(simulated.history.isEmpty)
    #expect(simulated.explain(PhotoIndex.identifier)?.reasons.map(\.code) == ["externalPower"])

    simulated.setConditions { $0.power = .external }
    try await simulated.advance(by: 60)
    #expect(simulated.history.map(\.outcome) == [.completed])
    #expect(await library.indexed == 100)
  }

  @Test("When power is lost, the index keeps what it has, and goes on when power is back")
  func losingPower() async throws {
    let simulated = SimulatedScheduler(permitting: [PhotoIndex.identifier])
    let library = PhotoLibrary(newPictures: 100, pauseAfter: 40)
    let index = PhotoIndex(scheduler: simulated.scheduler, library: library)
    #expect(index.register())
    try index.submit(after: 0)

    try await simulated.advance(by: 0, waitingFor: .handler)
    await library.pauseReached()
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.expired])
    #expect(await library.indexed == 40)

    simulated.setAllRequirementsMet()
    try await simulated.advance(by: 0)
    #expect(simulated.history.map(\.outcome) == [.expired, .completed])
    #expect(await library.indexed == 100)
  }

  @Test("Pictures are sent from home, when nobody has been there for ten minutes, and at night only")
  func sending() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.photos.send"])
    simulated.scheduler.register(forTaskWithIdentifier: "org.example.photos.send", using: nil) { task in
      task.setTaskCompleted(success: true)
    }
    let request = BGProcessingTaskRequest(identifier: "org.example.photos.send")
    request.when = .network("Home") && .idle(for: .seconds(600)) && .between("22:00", "06:00")
    try simulated.scheduler.submit(request)
    simulated.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))

    simulated.setConditions {
      $0.networkNames = ["Home"]
      $0.isIdle = false
    }
    try await simulated.advance(by: 60 * 60)
    let waiting = simulated.explain("org.example.photos.send")?.parts.filter { $0.state == .lacks }
    #expect(waiting?.map(\.text) == ["all of", "idle for 10min"])

    simulated.setConditions { $0.isIdle = true }
    try await simulated.advance(by: 10 * 60)
    #expect(simulated.history.map(\.outcome) == [.completed])
  }
}
