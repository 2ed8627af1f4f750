import BackgroundTasksTesting
import Foundation
import TestSupport
import Testing

@testable import BackgroundApplication

/// An application whose start is what the test says.
private struct Starting: BackgroundApplication {
  static let refresh = "org.example.starting.refresh"

  var diary = Diary()
  var startup = Startup()
  var onRefresh: @Sendable () async throws -> Void = {}
  var onMeasure: @Sendable (StartupMeasurement) -> Void = { _ in }

  var tasks: some BackgroundTaskSet {
    AppRefresh(Self.refresh) {
      diary.write("refresh")
      try await onRefresh()
    }
  }

  func log(_ entry: BackgroundLogEntry) { diary.write("\(entry.level): \(entry.message)") }

  func measure(step: StartupMeasurement) {
    diary.write("\(step.step.urgency) \(step.step.name)\(step.error == nil ? "" : " failed")")
    onMeasure(step)
  }
}

@Suite("A program's start in steps")
struct StartupTests {
  private let simulated = SimulatedScheduler(permitting: [Starting.refresh])
  private let diary = Diary()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the program until a step has ended, and then tells it to end.
  private func run(_ startup: Startup, until step: String) async throws {
    let (done, isDone) = AsyncStream.makeStream(of: Void.self)
    let starting = Starting(
      diary: diary, startup: startup, onMeasure: { if $0.step.name == step { isDone.yield() } })
    let program = Task { try await starting.run(on: simulated.scheduler) }
    for await _ in done { break }
    program.cancel()
    try await program.value
  }

  @Test("Critical steps run in their order before the tasks are registered, the others after that")
  func order() async throws {
    try await run(
      Startup(quiet: .zero, in: folder.url) {
        deferred("a") { diary.write("a") }
        critical("b") { diary.write("b") }
        critical("c") { diary.write("c") }
        deferred("d") { diary.write("d") }
      }, until: "d")
    // Nothing submits its task, which is said at the end.
    #expect(diary.lines.last?.hasPrefix("warning: \(Starting.refresh) is declared without every:") == true)
    #expect(
      diary.lines.dropLast() == [
        "b", "critical b", "c", "critical c", "info: 1 tasks are registered and submitted", "a",
        "deferred a", "d", "deferred d",
      ])
  }

  @Test("A step that takes more than twice its usual time is told, from start to start")
  func regression() async throws {
    let store = StateStore("startup-history", initially: StartupHistory(), in: folder.url)
    for _ in 0..<5 { store.update { $0.add(.milliseconds(1), of: "a") } }
    try store.save()
    let clock = ContinuousClock()
    let starting = Starting(
      diary: diary,
      startup: Startup(in: folder.url) {
        critical("a") {
          let end = clock.now.advanced(by: .milliseconds(15))
          while clock.now < end { await Task.yield() }
        }
      })
    let program = Task { try await starting.run(on: simulated.scheduler) }
    program.cancel()
    try await program.value
    let told = diary.lines.filter {
      $0.hasPrefix("warning: a took ") && $0.hasSuffix("usual 0.001 seconds")
    }
    #expect(told.count == 1)
    let saved = StateStore("startup-history", initially: StartupHistory(), in: folder.url)
    #expect(saved.value.durations["a"]?.count == 6)
  }

  @Test("A critical step that throws ends the program, and no other is taken")
  func failure() async throws {
    let starting = Starting(
      diary: diary,
      startup: Startup(in: folder.url) {
        critical("a") { throw Trouble.usual }
        critical("b") {}
      })
    await #expect(throws: Trouble.usual) { try await starting.run(on: simulated.scheduler) }
    #expect(diary.lines == ["critical a failed"])
  }

  @Test("A deferred step that throws is told, and the next one is taken")
  func deferredFailure() async throws {
    try await run(
      Startup(quiet: .zero, in: folder.url) {
        deferred("a") { throw Trouble.usual }
        deferred("b") {}
      }, until: "b")
    #expect(diary.lines.contains { $0.hasPrefix("warning: a failed at the start: ") })
    #expect(diary.lines.dropLast().last == "deferred b")
  }

  @Test("While a run goes on, what is deferred waits for its end; in a program that ends it never runs")
  func waits() async throws {
    let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (end, mayEnd) = AsyncStream.makeStream(of: Void.self)
    let (done, isDone) = AsyncStream.makeStream(of: Void.self)
    let starting = Starting(
      diary: diary,
      startup: Startup(quiet: .zero, in: folder.url) {
        deferred("a") {
          // The run begins in the first step, so the second one has to wait for it.
          try Starting().submit(Starting.refresh, on: simulated.scheduler)
          try await simulated.advance(by: 0, waitingFor: .handler)
          for await _ in began { break }
        }
        deferred("b") { isDone.yield() }
        deferred("c") { await waitForCancellation() }
        deferred("d") { diary.write("never") }
      },
      onRefresh: {
        hasBegun.yield()
        for await _ in end { break }
        diary.write("refreshed")
      },
      onMeasure: { if $0.step.name == "a" { mayEnd.yield() } })
    let program = Task { try await starting.run(on: simulated.scheduler) }
    for await _ in done { break }
    program.cancel()
    try await program.value
    let lines = diary.lines
    let (refreshed, second) = (lines.firstIndex(of: "refreshed"), lines.firstIndex(of: "deferred b"))
    #expect(try #require(refreshed) < (second ?? lines.endIndex))
    #expect(!lines.contains("never"))
  }
}

@Suite("How long the steps of a start usually take")
struct StartupHistoryTests {
  private func history(_ seconds: [Double]) -> StartupHistory {
    var history = StartupHistory()
    for duration in seconds { history.add(.seconds(duration), of: "a") }
    return history
  }

  @Test("More than twice the median is told, once there are five starts to compare with")
  func regression() {
    #expect(history([1, 1, 1, 1]).median(of: "a") == nil)
    #expect(!history([1, 1, 1, 1]).isRegression(.seconds(9), of: "a"))
    let usual = history([5, 1, 1.5, 0.5, 1])
    #expect(usual.median(of: "a") == .seconds(1))
    #expect(!usual.isRegression(.seconds(2), of: "a"))
    #expect(usual.isRegression(.milliseconds(2001), of: "a"))
    #expect(!usual.isRegression(.seconds(9), of: "b"))
  }

  @Test("What is short is not worth a word")
  func negligible() {
    let quick = history([0.001, 0.001, 0.001, 0.001, 0.001])
    #expect(!quick.isRegression(.milliseconds(10), of: "a"))
    #expect(quick.isRegression(.milliseconds(11), of: "a"))
  }

  @Test("The last twenty starts count, and steps that are no more are forgotten")
  func bounded() {
    var history = history(Array(repeating: 9, count: 20) + Array(repeating: 1, count: 20))
    #expect(history.durations["a"]?.count == 20)
    #expect(history.median(of: "a") == .seconds(1))
    history.keep(["b"])
    #expect(history.durations.isEmpty)
  }
}
