import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("The handlers, on a simulated scheduler", .serialized, .timeLimit(.minutes(2)))
struct BackgroundWorkTests {
  typealias Identifier = BackgroundWork.Identifier

  let photos: PhotoFolder

  init() throws { photos = try PhotoFolder() }

  @Test("A day of refreshes, one an hour: each photo is read once, and only when there is one")
  func day() async throws {
    let work = try WatchedWork(photos)
    try work.submit()
    for hour in 0..<24 {
      // Every other hour somebody takes two photos.
      if hour.isMultiple(of: 2) { try photos.fill(2, from: 2 * hour) }
      try await work.simulated.advance(by: hour == 0 ? 0 : 3600)
    }
    let refreshes = work.simulated.history(of: Identifier.refresh)
    #expect(refreshes.map(\.success) == Array(repeating: true, count: 24))
    let dates = (0..<24).map { SimulatedScheduler.usualStart.addingTimeInterval(Double($0) * 3600) }
    #expect(refreshes.map(\.started) == dates)
    #expect(work.outcomes(Identifier.reading) == Array(repeating: .completed, count: 12))
    let expected = (0..<24).filter { $0.isMultiple(of: 2) }.flatMap { [2 * $0, 2 * $0 + 1] }.map(
      PhotoFolder.name)
    #expect(work.exiv2.given == expected)
    #expect(photos.indexed() == expected)
    #expect(work.simulated.pending.map(\.identifier) == [Identifier.refresh])
  }

  @Test(
    "R32, R40: power is lost half-way: what is done is saved, and with power the rest follows, nothing twice")
  func powerLoss() async throws {
    try photos.fill(20)
    let work = try WatchedWork(photos, isOpen: false)
    try await work.refresh()
    try await work.simulated.advance(by: 0, waitingFor: .handler)
    work.exiv2.pass(7)
    try await work.exiv2.given(8)
    work.simulated.setConditions { $0.power = .battery }
    try await work.simulated.advance(by: 5, waitingFor: .handler)
    try await work.simulated.advance(by: 0)
    let first = try #require(work.simulated.history(of: Identifier.reading).first)
    #expect(first.outcome == .expired)
    #expect(first.success == false)
    #expect(first.reason?.code == "externalPower")
    #expect(photos.indexed() == PhotoFolder.names(0..<7))
    #expect(work.messages.contains { $0.hasPrefix("told to stop \(Identifier.reading): ") })
    // An evening on battery.
    try await work.simulated.advance(by: 3 * 3600)
    #expect(work.simulated.explain(Identifier.reading)?.reasons.map(\.code) == ["externalPower"])
    // The one that was in hand was not read.
    #expect(work.exiv2.given == PhotoFolder.names(0..<8))
    work.exiv2.passAll()
    work.simulated.setConditions { $0.power = .external }
    try await work.simulated.advance(by: 60)
    #expect(work.outcomes(Identifier.reading) == [.expired, .completed])
    #expect(work.exiv2.given == PhotoFolder.names(0..<8) + PhotoFolder.names(7..<20))
    #expect(photos.indexed() == PhotoFolder.names(0..<20))
  }

  @Test("A run that asks hears of the lost power before it is told to stop, and comes back later by itself")
  func shouldDefer() async throws {
    try photos.fill(6)
    let work = try WatchedWork(photos, isOpen: false)
    try await work.refresh()
    try await work.simulated.advance(by: 0, waitingFor: .handler)
    work.exiv2.pass(3)
    try await work.exiv2.given(4)
    work.simulated.setConditions { $0.power = .battery }
    work.exiv2.passAll()
    try await work.simulated.advance(by: 0)
    let run = try #require(work.simulated.history(of: Identifier.reading).first)
    #expect(run.outcome == .completed)
    #expect(run.success == false)
    #expect(work.exiv2.given == PhotoFolder.names(0..<4))
    #expect(!work.messages.contains { $0.hasPrefix("told to stop") })
    work.simulated.setConditions { $0.power = .external }
    try await work.simulated.advance(by: 60)
    #expect(work.exiv2.given == PhotoFolder.names(0..<6))
    #expect(photos.indexed() == PhotoFolder.names(0..<6))
  }

  @Test("On battery nothing is read")
  func battery() async throws {
    try photos.fill(2)
    var conditions = SimulatedScheduler.Conditions.allRequirementsMet
    conditions.power = .battery
    conditions.batteryPercent = 80
    let work = try WatchedWork(photos, conditions: conditions)
    try work.submit()
    try await work.simulated.advance(by: 60)
    #expect(work.exiv2.given == [])
    #expect(work.outcomes(Identifier.refresh) == [.completed])
  }

  @Test("The folder is away for a while: the refreshes fail, nothing is forgotten, and the next ones go on")
  func folderAway() async throws {
    try photos.fill(3)
    let work = try WatchedWork(photos)
    try work.submit()
    try await work.simulated.advance(by: 60)
    let away = photos.root.path("away")
    try FileManager.default.moveItem(atPath: photos.photos, toPath: away)
    try await work.simulated.advance(by: 2 * 3600)
    #expect(work.simulated.history(of: Identifier.refresh).map(\.success) == [true, false, false])
    #expect(work.messages.contains { $0.hasPrefix("\(Identifier.refresh) failed: ") })
    #expect(photos.indexed().count == 3)
    try FileManager.default.moveItem(atPath: away, toPath: photos.photos)
    try await work.simulated.advance(by: 3600)
    #expect(work.simulated.history(of: Identifier.refresh).last?.success == true)
    #expect(work.exiv2.given.count == 3)
  }

  @Test("R50, R51: now reads everything at once, whatever the power, and says how far it is")
  func now() async throws {
    try photos.fill(5)
    var conditions = SimulatedScheduler.Conditions.allRequirementsMet
    conditions.power = .battery
    let work = try WatchedWork(photos, conditions: conditions)
    try work.submitNow()
    try await work.simulated.advance(by: 0)
    let run = try #require(work.simulated.history.first)
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(run.completedUnitCount == 5)
    #expect(run.totalUnitCount == 5)
    #expect(photos.indexed().count == 5)
  }

  @Test("While a person's run reads, the other one makes room and comes back when that is done")
  func busy() async throws {
    try photos.fill(4)
    let work = try WatchedWork(photos, isOpen: false)
    try work.submitNow()
    try await work.simulated.advance(by: 0, waitingFor: .handler)
    work.exiv2.pass(1)
    try await work.exiv2.given(2)
    try await work.refresh()
    try await work.simulated.advance(by: 0, waitingFor: .handler)
    await work.said("saved what \(Identifier.reading) has done; it goes on later")
    work.exiv2.passAll()
    try await work.simulated.advance(by: 0)
    #expect(work.outcomes(Identifier.readingNow) == [.completed])
    try await work.simulated.advance(by: 120)
    #expect(work.simulated.history(of: Identifier.reading).map(\.success) == [false, true])
    #expect(work.exiv2.given == PhotoFolder.names(0..<4))
    #expect(photos.indexed().count == 4)
  }

  @Test("R3: without a manifest that permits it, the program hears that it handles nothing")
  func notPermitted() throws {
    let simulated = SimulatedScheduler(permitting: [Identifier.refresh])
    let work = BackgroundWork(scheduler: simulated.scheduler, library: photos.library(), log: { _ in })
    #expect(!work.register())
  }
}
