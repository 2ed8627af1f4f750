import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Synchronization
import Testing

@testable import PhotoIndexer

/// The program's handlers on a simulated scheduler, with a reader and a log that a test looks at.
final class WatchedWork: Sendable {
  typealias Identifier = BackgroundWork.Identifier

  let photos: PhotoFolder
  let simulated: SimulatedScheduler
  let exiv2: GuardedReader
  let library: PhotoLibrary
  private let work: BackgroundWork
  private let log = Log()

  /// - Parameter isOpen: Whether every photo is read at once, or held until the test lets it pass.
  init(
    _ photos: PhotoFolder, isOpen: Bool = true,
    conditions: SimulatedScheduler.Conditions = .allRequirementsMet
  ) throws {
    self.photos = photos
    simulated = SimulatedScheduler(
      permitting: [Identifier.refresh, Identifier.reading, Identifier.readingNow], conditions: conditions)
    exiv2 = try GuardedReader(photos.root)
    if isOpen { exiv2.passAll() }
    library = photos.library(exiv2.reader)
    work = BackgroundWork(scheduler: simulated.scheduler, library: library, log: { [log] in log.add($0) })
    #expect(work.register())
  }

  func submit(_ request: BGTaskRequest = BackgroundWork.refreshRequest()) throws {
    try simulated.scheduler.submit(request)
  }

  func submitNow() throws {
    try submit(BackgroundWork.readingNowRequest(of: URL(filePath: photos.photos)))
  }

  var messages: [String] { log.messages }

  func said(_ message: String) async { await log.wait { $0.contains(message) } }

  /// Submits a refresh and lets it run, until what it asked for is submitted and has not begun.
  func refresh() async throws {
    try submit()
    try await simulated.advance(by: 0, waitingFor: .handler)
    await said("finished \(Identifier.refresh)")
  }

  func outcomes(_ identifier: String) -> [SimulatedScheduler.Outcome?] {
    simulated.history(of: identifier).map(\.outcome)
  }

  private final class Log: Sendable {
    private struct State {
      var messages: [String] = []
      var waiting: [(until: @Sendable ([String]) -> Bool, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var messages: [String] { state.withLock { $0.messages } }

    func add(_ message: String) {
      let ready = state.withLock { state in
        state.messages.append(message)
        let now = state.messages
        let ready = state.waiting.filter { $0.until(now) }.map(\.1)
        state.waiting.removeAll { $0.until(now) }
        return ready
      }
      for continuation in ready { continuation.resume() }
    }

    func wait(until isTrue: @escaping @Sendable ([String]) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if isTrue(state.messages) { return true }
          state.waiting.append((isTrue, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }
}
