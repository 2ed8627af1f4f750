import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Testing

@Suite("What applications hear of runs, and what they keep from starting, in a simulation")
struct FollowingTests {
  private let simulated = SimulatedScheduler(permitting: [Identifier.index])

  @Test("Runs and updates are those of the simulation, with dates of the clock that the application asks")
  func runsAndUpdates() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    var updates = simulated.scheduler.updates.makeAsyncIterator()
    #expect(try await updates.next()?.event == .began)
    let before = Date()
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 60)
    var last: BGTaskUpdate?
    repeat { last = try await updates.next() } while last?.event != .ended
    let runs = try await simulated.scheduler.runs(of: Identifier.index)
    #expect(runs.map(\.outcome) == [.completed])
    #expect(last?.run?.runIdentifier == runs.first?.runIdentifier)
    // The simulation's clock is years away from the machine's.
    let started = try #require(runs.first?.started)
    #expect(abs(started.timeIntervalSince(before)) < 3600)
    #expect(simulated.history.first?.started == SimulatedScheduler.usualStart)
  }

  @Test("What is paused waits until its date, or until it is resumed; what runs is told to stop")
  func pausing() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    try await simulated.scheduler.pause(
      taskRequestsWithIdentifier: Identifier.index, until: Date(timeIntervalSinceNow: 3600))
    try simulated.scheduler.submit(.index())
    try await simulated.advance(by: 3000)
    #expect(simulated.history.isEmpty)
    #expect(simulated.pending.map(\.reason?.code) == ["paused"])
    try await simulated.advance(by: 1000)
    #expect(simulated.history.count == 1)
    try await simulated.scheduler.pause(taskRequestsWithIdentifier: Identifier.index)
    try simulated.scheduler.submit(.index())
    try await simulated.scheduler.resume(taskRequestsWithIdentifier: Identifier.index)
    try await simulated.advance(by: 1)
    #expect(simulated.history.count == 2)
  }

  @Test("A request that keeps what is pending changes nothing")
  func keeping() async throws {
    simulated.scheduler.registerCompleting(Identifier.index)
    try simulated.scheduler.submit(.index { $0.earliestBeginDate = Date(timeIntervalSinceNow: 3600) })
    try simulated.scheduler.submit(.index { $0.conflictPolicy = .keep })
    try await simulated.advance(by: 60)
    #expect(simulated.pending.map(\.identifier) == [Identifier.index])
    #expect(simulated.log.allSatisfy { if case .launching = $0.event { false } else { true } })
  }
}
