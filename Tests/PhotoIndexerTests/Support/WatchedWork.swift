import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Synchronization

@testable import PhotoIndexer

/// The program's handlers on a simulated scheduler, with a log that a test looks at, and that holds them
/// where it wants to.
final class WatchedWork: Sendable {
  typealias Identifier = BackgroundWork.Identifier

  let photos: PhotoFolder
  let simulated: SimulatedScheduler
  private let work: BackgroundWork
  private let log: Log

  /// - Parameter holdAt: After so many photos the work is held, once, until ``release()`` or until it is told
  ///   to stop.
  init(
    _ photos: PhotoFolder, holdAt: Int = .max,
    conditions: SimulatedScheduler.Conditions = .allRequirementsMet,
    change: (inout Rhythm) -> Void = { _ in }
  ) {
    self.photos = photos
    simulated = SimulatedScheduler(
      permitting: [Identifier.refresh, Identifier.indexing, Identifier.indexingNow], conditions: conditions)
    let log = Log(holdAt: holdAt)
    self.log = log
    var rhythm = Rhythm(submissionPauses: [])
    change(&rhythm)
    work = BackgroundWork(
      scheduler: simulated.scheduler, library: photos.library(), rhythm: rhythm, log: { log.add($0) })
  }

  func register() -> Bool { work.register() }

  func submit(_ request: BGTaskRequest = BackgroundWork.refreshRequest()) throws {
    try simulated.scheduler.submit(request)
  }

  /// The photos that were read, in order.
  var read: [String] { log.read }
  /// What was said besides.
  var messages: [String] { log.messages }
  /// Waits until the work is held.
  func held() async { await log.wait { $0.isHeld } }
  /// Waits until this was said.
  func said(_ message: String) async { await log.wait { $0.messages.contains(message) } }
  /// Submits a refresh and lets it run, until what it asked for is submitted and has not begun.
  func refresh() async throws {
    try submit()
    try await simulated.advance(by: 0, waitingFor: .handler)
    await said(Activity.finished(identifier: Identifier.refresh).text)
  }
  func release() { log.release() }

  func outcomes(_ identifier: String) -> [SimulatedScheduler.Outcome?] {
    simulated.history(of: identifier).map(\.outcome)
  }

  private final class Log: Sendable {
    struct State: Sendable {
      var read: [String] = []
      var messages: [String] = []
      var isHeld = false
      var waiting: [(until: @Sendable (State) -> Bool, CheckedContinuation<Void, Never>)] = []
    }

    private let holdAt: Int
    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    init(holdAt: Int) { self.holdAt = holdAt }

    var read: [String] { state.withLock { $0.read } }
    var messages: [String] { state.withLock { $0.messages } }

    func add(_ activity: Activity) {
      switch activity {
      case .indexed(let path, _, _):
        let isHeld = change { state in
          state.read.append(path)
          state.isHeld = state.read.count == holdAt
          return state.isHeld
        }
        if isHeld { gate.wait() }
      case .toldToStop:
        change { $0.messages.append(activity.text) }
        release()
      case .found, .finished, .paused, .failed: change { $0.messages.append(activity.text) }
      }
    }

    /// Changes the state, and wakes who has waited for that.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
      let (result, ready) = state.withLock { state in
        let result = body(&state)
        let ready = state.waiting.filter { $0.until(state) }.map(\.1)
        let now = state
        state.waiting.removeAll { $0.until(now) }
        return (result, ready)
      }
      for continuation in ready { continuation.resume() }
      return result
    }

    func wait(until isTrue: @escaping @Sendable (State) -> Bool) async {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if isTrue(state) { return true }
          state.waiting.append((isTrue, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    }

    func release() { gate.signal() }
  }
}
