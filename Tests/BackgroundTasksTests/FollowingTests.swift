import BackgroundTasks
import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

/// What became of tasks and what becomes of them, keeping, and pausing, from Swift with the built daemon.
struct FollowingTests {
  private let scheduler: BGTaskScheduler
  private let daemon: DaemonProcess
  private static let identifier = "org.example.feeds.a"

  init() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "applications.d/feeds.conf", "[Application]\nPermittedIdentifiers=org.example.feeds.*\n")
    daemon = try .calm("RefreshSpacingSec=0\n", folder: folder)
    scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.socket))
    scheduler.applicationName = "feeds"
    scheduler.register(forTaskWithIdentifier: "org.example.feeds.later", using: nil) { _ in }
    scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) {
      $0.setTaskCompleted(success: $0.attempt > 1)
    }
  }

  /// Fails once, and succeeds when it is tried again at once.
  private func request() -> BGAppRefreshTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
    request.retry = .init(backoff: .linear, initialInterval: 0, maximumAttempts: 2)
    return request
  }

  @Test("What happens from the first element on is told in order, and runs are kept, newest first")
  func updatesAndRuns() async throws {
    var events: [BGTaskUpdate.Event] = []
    var successes: [Bool?] = []
    for try await update in scheduler.updates {
      if update.event == .began { try scheduler.submit(request()) }
      events.append(update.event)
      guard update.event == .ended else { continue }
      #expect(update.identifier == Self.identifier)
      #expect(update.run?.kind == .refresh)
      successes.append(update.run?.success)
      if successes.count == 2 { break }
    }
    #expect(successes == [false, true])
    let expected: [BGTaskUpdate.Event] = [
      .began, .submitted, .launching, .running, .ended, .launching, .running, .ended,
    ]
    #expect(events.filter { expected.contains($0) } == expected)
    let runs = try await scheduler.runs(of: Self.identifier)
    #expect(runs.map(\.attempt) == [2, 1])
    #expect(runs.map(\.outcome) == [.completed, .completed])
    #expect(runs.allSatisfy { run in run.ended.map { $0 >= run.started } ?? false })
    #expect(try await scheduler.runs(of: Self.identifier, limit: 1).map(\.attempt) == [2])
    #expect(try await scheduler.runs(of: "org.example.feeds.b").isEmpty)
  }

  @Test("What is submitted as soon as a sequence has begun is told by it, each time")
  func nothingMissed() async throws {
    for round in 0..<50 {
      let request = BGProcessingTaskRequest(identifier: "org.example.feeds.later")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      var first: [BGTaskUpdate.Event] = []
      for try await update in scheduler.updates {
        first.append(update.event)
        guard update.event == .began else { break }
        try scheduler.submit(request)
      }
      #expect(first == [.began, round == 0 ? .submitted : .replaced])
    }
  }

  @Test("A limit that is none is refused, and says which field")
  func wrongLimit() async {
    let error = await #expect(throws: BGTaskScheduler.Error.self) {
      try await scheduler.runs(of: Self.identifier, limit: 0)
    }
    #expect(error?.code == .notPermitted)
    #expect(error?.localizedDescription.contains("limit") == true)
  }

  @Test("A sequence of updates ends with the daemon, which it says")
  func daemonGone() async throws {
    await #expect(throws: BGTaskScheduler.Error.self) {
      for try await update in scheduler.updates where update.event == .began { daemon.killHard() }
    }
    await #expect(throws: BGTaskScheduler.Error.self) {
      for try await _ in scheduler.updates { Issue.record("nobody is there to tell anything") }
    }
  }

  @Test("Whoever stops listening holds no connection any more")
  func connectionEnds() async throws {
    let scripted = try ScriptedDaemon()
    scripted.answer { call in
      guard case .watch(let parameters) = call, parameters.confirm == true else { return nil }
      return Message.reply(SchedulerMethod.Watch.Reply(event: "began", timeUSec: 0), continues: true)
    }
    let scheduler = BGTaskScheduler(backend: DaemonBackend(path: scripted.path))
    for try await update in scheduler.updates where update.event == .began { break }
    #expect(await blocking { scripted.waitUntilAllHungUp() })
  }

  @Test("A request that keeps what is pending changes nothing, and is accepted")
  func keeping() async throws {
    let first = BGProcessingTaskRequest(identifier: Self.identifier)
    first.earliestBeginDate = Date(timeIntervalSince1970: 4_102_444_800)
    try scheduler.submit(first)
    let second = BGAppRefreshTaskRequest(identifier: Self.identifier)
    second.conflictPolicy = .keep
    try scheduler.submit(second)
    #expect(await scheduler.pendingTaskRequests().map { $0 is BGProcessingTaskRequest } == [true])
    second.conflictPolicy = .replace
    second.earliestBeginDate = first.earliestBeginDate
    try scheduler.submit(second)
    #expect(await scheduler.pendingTaskRequests().map { $0 is BGProcessingTaskRequest } == [false])
  }

  @Test("What is paused does not start, says so, and starts when it is resumed")
  func pausing() async throws {
    try await scheduler.pause(taskRequestsWithIdentifier: "org.example.feeds.*")
    try scheduler.submit(request())
    let explanation = try await scheduler.explain(identifier: Self.identifier)
    #expect(explanation.reasons.map(\.code) == ["paused"])
    for try await update in scheduler.updates {
      if update.event == .began {
        try await scheduler.resume(taskRequestsWithIdentifier: "org.example.feeds.*")
      }
      if update.event == .ended { break }
    }
    try await scheduler.resume(taskRequestsWithIdentifier: "org.example.feeds.*")
  }
}
