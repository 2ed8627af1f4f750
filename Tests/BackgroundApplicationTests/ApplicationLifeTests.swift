import BackgroundTasksTesting
import Testing

@testable import BackgroundApplication

@Suite("An application that declares its tasks, in virtual time")
struct ApplicationLifeTests {
  private static let identifiers = [Feeds.refresh, Feeds.clean, Feeds.export]
  private let simulated = SimulatedScheduler(permitting: identifiers)
  private let diary = Diary()

  @Test("What comes again is submitted at the start, begins at once, and then each time it is due")
  func everyQuarter() async throws {
    try Feeds(diary: diary).start(on: simulated.scheduler)
    try await simulated.advance(by: 3600)
    let line = "refresh \(Feeds.refresh)"
    #expect(diary.lines.filter { $0 == line }.count == 5)
    #expect(simulated.history.allSatisfy { $0.outcome == .completed && $0.success == true })
  }

  @Test("Started again, it leaves what is pending as it is alone, and replaces what it declares otherwise")
  func keepsDates() async throws {
    let simulated = SimulatedScheduler(
      permitting: Self.identifiers, launching: { try? Feeds(diary: Diary()).start(on: $0) })
    try Feeds().start(on: simulated.scheduler)
    try await simulated.advance(by: 60)
    let due = simulated.pending.first?.earliestBeginDate
    #expect(due != nil)
    simulated.endApplication()
    try await simulated.advance(by: 60)
    try Feeds().start(on: simulated.scheduler)
    #expect(simulated.pending.first?.earliestBeginDate == due)
    try await simulated.advance(by: 3600)
    #expect(simulated.history.filter { $0.identifier == Feeds.refresh }.count == 5)
  }

  @Test("What it throws fails, is tried again as the request says, and is told once each time")
  func failure() async throws {
    let feeds = Feeds(diary: diary, onClean: { _ in throw Trouble.usual })
    try feeds.start(on: simulated.scheduler)
    try feeds.submit(Feeds.clean, on: simulated.scheduler)
    try await simulated.advance(by: 600)
    let runs = simulated.history.filter { $0.identifier == Feeds.clean }
    #expect(runs.map(\.success) == [false, false])
    #expect(
      diary.lines.filter { $0.hasPrefix("org.example.feeds.clean") && $0.contains("with") } == [
        "\(Feeds.clean) 1 failed with usual", "\(Feeds.clean) 2 failed with usual",
      ])
    #expect(diary.lines.filter { $0.hasPrefix("warning: \(Feeds.clean) failed: ") }.count == 2)
  }

  @Test("When power is lost its Swift task is cancelled, and finds the reason; what it returns counts once")
  func expiration() async throws {
    let feeds = Feeds(
      diary: diary,
      onClean: { _ in
        await waitForCancellation()
        diary.write("stopped for \(BackgroundRun.current?.expirationReason?.code ?? "nothing")")
        try Task.checkCancellation()
      })
    try feeds.start(on: simulated.scheduler)
    try feeds.submit(Feeds.clean, on: simulated.scheduler)
    try await simulated.advance(by: 1, waitingFor: .handler)
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    try await simulated.advance(by: 60)
    #expect(diary.lines.contains("stopped for when"))
    let run = simulated.history.first { $0.identifier == Feeds.clean }
    #expect(run?.outcome == .expired && run?.success == false)
    #expect(diary.lines.filter { $0.hasPrefix("\(Feeds.clean) 1") }.count == 1)
  }

  @Test("What a person starts is found by its pattern, and its progress is told; processing's is as well")
  func progress() async throws {
    let feeds = Feeds(
      diary: diary,
      onClean: { progress in
        progress.totalUnitCount = 4
        progress.completedUnitCount = 3
      })
    try feeds.start(on: simulated.scheduler)
    try feeds.submit("org.example.feeds.export.opml", on: simulated.scheduler)
    try feeds.submit(Feeds.clean, on: simulated.scheduler)
    try await simulated.advance(by: 60)
    #expect(diary.lines.contains("export org.example.feeds.export.opml"))
    let clean = simulated.history.first { $0.identifier == Feeds.clean }
    #expect(clean?.completedUnitCount == 3 && clean?.totalUnitCount == 4)
  }

  @Test("What the manifest does not permit is an error that says what to do, and so is what is not declared")
  func errors() throws {
    let simulated = SimulatedScheduler(permitting: [Feeds.refresh])
    #expect(throws: BackgroundApplicationError.notPermitted([Feeds.clean, Feeds.export])) {
      try Feeds().start(on: simulated.scheduler)
    }
    #expect(throws: BackgroundApplicationError.undeclared("org.example.feeds.other")) {
      try Feeds().submit("org.example.feeds.other", on: simulated.scheduler)
    }
    let error = BackgroundApplicationError.notPermitted([Feeds.clean])
    #expect(error.localizedDescription.contains("--print-manifest"))
  }

  /// Runs the application until its refresh has begun, and then tells it to end.
  private func endDuringRefresh(onEnd: @escaping @Sendable () throws -> Void) async throws {
    let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
    let feeds = Feeds(
      diary: diary, onInfo: { isReady.yield() },
      onRefresh: {
        hasBegun.yield()
        await waitForCancellation()
        try onEnd()
      })
    let program = Task { try await feeds.run(on: simulated.scheduler) }
    for await _ in ready { break }
    try await simulated.advance(by: 0, waitingFor: .handler)
    for await _ in began { break }
    program.cancel()
    try await program.value
  }

  @Test("Told to end, it has the machine wait, expires its runs, waits for what they save, and returns")
  func termination() async throws {
    try await endDuringRefresh {
      diary.write("saved for \(BackgroundRun.current?.expirationReason?.code ?? "nothing")")
      for why in simulated.assertions { diary.write("the machine waits: \(why)") }
    }
    #expect(
      diary.lines == [
        "refresh \(Feeds.refresh)", "saved for terminated", "the machine waits: ending its runs",
        "\(Feeds.refresh) 1 succeeded after terminated",
        "warning: \(Feeds.clean) is declared without every:, and has not been submitted: it does not run "
          + "until it is submitted",
      ])
    #expect(simulated.history.map(\.success) == [true])
    #expect(simulated.assertions.isEmpty)
  }

  @Test("A run that its program's end breaks off is not over: it begins again after it")
  func brokenOff() async throws {
    try await endDuringRefresh { try Task.checkCancellation() }
    #expect(diary.lines.contains { $0.hasPrefix("\(Feeds.refresh) 1 failed") && $0.hasSuffix("terminated") })
    #expect(simulated.history.isEmpty && simulated.running.map(\.identifier) == [Feeds.refresh])
    simulated.endApplication()
    #expect(simulated.history.map(\.outcome) == [.interrupted])
    #expect(simulated.pending.map(\.identifier) == [Feeds.refresh])
  }

  @Test("One for which there is no room is said, and keeps nothing else from running")
  func noRoom() async throws {
    struct Two: BackgroundApplication {
      let diary: Diary
      init() { self.init(diary: Diary()) }
      init(diary: Diary) { self.diary = diary }
      var tasks: some BackgroundTaskSet {
        AppRefresh("org.example.two.a", every: .seconds(3600), when: .externalPower) { diary.write("a") }
        AppRefresh("org.example.two.b", every: .seconds(3600)) { diary.write("b") }
        Processing("org.example.two.c", every: .seconds(3600)) { _ in diary.write("c") }
      }
      func log(_ entry: BackgroundLogEntry) { diary.write("\(entry.level): \(entry.message)") }
    }
    let (simulated, diary) = (SimulatedScheduler(permitting: ["org.example.two.*"]), Diary())
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    try Two(diary: diary).start(on: simulated.scheduler)
    simulated.setConditions(atOnce: true) { $0.power = .external }
    try await simulated.advance(by: 60)
    #expect(diary.lines.filter { $0.hasPrefix("warning: org.example.two.b does not come again") }.count == 1)
    #expect(Set(diary.lines).isSuperset(of: ["a", "c"]))
  }

  @Test("That nothing submits what is declared is said at the end, and not of what was submitted or pending")
  func unsubmitted() async throws {
    for (before, during) in [(true, false), (false, true)] {
      let simulated = SimulatedScheduler(permitting: Self.identifiers, launching: { _ in })
      let diary = Diary()
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let feeds = Feeds(diary: diary, onInfo: { isReady.yield() })
      if before { try feeds.submit(Feeds.clean, on: simulated.scheduler) }
      let program = Task { try await feeds.run(on: simulated.scheduler) }
      for await _ in ready { break }
      if during { try feeds.submit(Feeds.clean, on: simulated.scheduler) }
      program.cancel()
      try await program.value
      #expect(diary.lines.isEmpty)
    }
  }

  @Test("Told to end during a critical step, it takes no other and registers nothing")
  func endedAtStart() async throws {
    struct Slow: BackgroundApplication {
      let diary: Diary
      init() { self.init(diary: Diary()) }
      init(diary: Diary) { self.diary = diary }
      var tasks: some BackgroundTaskSet { AppRefresh(Feeds.refresh, every: .seconds(900)) {} }
      var startup: Startup {
        Startup {
          critical("first") {
            diary.write("first")
            await waitForCancellation()
          }
          critical("second") { diary.write("second") }
        }
      }
    }
    let program = Task { try await Slow(diary: diary).run(on: simulated.scheduler) }
    while diary.lines.isEmpty { await Task.yield() }
    program.cancel()
    try await program.value
    #expect(diary.lines == ["first"] && simulated.pending.isEmpty)
  }

  @Test("A declaration covers its own identifier or what its pattern stands for, and makes the request of it")
  func requests() throws {
    let declarations = Feeds(diary: Diary(), isFrugal: true).tasks.declarations
    #expect(declarations.map(\.identifier) == [Feeds.refresh, Feeds.export])
    #expect(declarations[0].covers(Feeds.refresh) && !declarations[0].covers("\(Feeds.refresh).x"))
    #expect(declarations[1].covers("org.example.feeds.export.a"))
    #expect(!declarations[1].covers("org.example.feeds.export"))
    #expect(!declarations[1].covers("org.example.feeds.export."))
    #expect(declarations[0].request(identifier: Feeds.refresh).repeatInterval == 900)
  }
}
