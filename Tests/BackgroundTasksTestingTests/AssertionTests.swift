import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("Time that applications ask for, in a simulation")
struct AssertionTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index])

  @Test("Time is virtual: what is left goes with it, and at the limit the handler is told")
  func limit() async throws {
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let assertion = await BackgroundAssertion.begin(
      "saving", limit: .seconds(30), on: simulated.scheduler
    ) { reason in
      tell.yield(reason.code)
      tell.finish()
    }
    #expect(assertion.isHeld)
    try await simulated.advance(by: 10)
    #expect(assertion.remaining == .seconds(20))
    try await simulated.advance(by: 20)
    #expect(assertion.remaining == .zero)
    #expect(assertion.reason?.code == "runtimeLimit")
    #expect(await told.reduce(into: []) { $0.append($1) } == ["runtimeLimit"])
    try await simulated.advance(by: 5)
    #expect(!assertion.isHeld)
    #expect(
      simulated.log.map(\.event).suffix(3) == [
        .assertionBegan("saving"), .assertionExpiring("saving", grace: 5), .assertionOverstayed("saving"),
      ])
  }

  @Test("The body's task is cancelled when its virtual time is over")
  func cancelled() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let scheduler = simulated.scheduler
    let work = Task {
      try await withBackgroundAssertion("saving", limit: .seconds(60), on: scheduler) {
        start.finish()
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        end.finish()
        return Task.isCancelled
      }
    }
    for await _ in started {}
    try await simulated.advance(by: 60)
    #expect(try await work.value)
  }

  @Test("One that ends in time leaves nothing behind")
  func ended() async throws {
    let assertion = await BackgroundAssertion.begin("saving", limit: .seconds(30), on: simulated.scheduler)
    try await simulated.advance(by: 29)
    assertion.end()
    try await simulated.advance(by: 3600)
    #expect(!simulated.log.contains { if case .assertionExpiring = $0.event { true } else { false } })
    #expect(assertion.reason == nil)
  }

  @Test("A scheduler that restarts knows nothing of it, which the application learns")
  func restart() async throws {
    let assertion = await BackgroundAssertion.begin("saving", limit: .seconds(30), on: simulated.scheduler)
    simulated.restart()
    try await simulated.advance(by: 0)
    #expect(!assertion.isHeld && assertion.refusal != nil)
  }

  @Test("What the protocol does not allow is refused here as well")
  func refused() async throws {
    let assertion = await BackgroundAssertion.begin(
      "two\nlines", limit: .seconds(30), on: simulated.scheduler)
    #expect(!assertion.isHeld && assertion.refusal != nil)
  }
}
