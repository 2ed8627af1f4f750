import BackgroundTasks
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

struct ActivityTests {
  /// The body blocks, so it runs on a thread that may be blocked; its activity is invalidated after it.
  private func onDaemon(
    _ body: @escaping @Sendable (ScriptedDaemon, NSBackgroundActivityScheduler) throws -> Void
  ) async throws {
    let daemon = try ScriptedDaemon()
    try await BGTaskScheduler.withShared(on: DaemonBackend(path: daemon.path)) {
      let activity = NSBackgroundActivityScheduler(identifier: "org.example.check")
      try await blocking { Result { try body(daemon, activity) } }.get()
      activity.invalidate()
    }
  }

  @Test("An activity is a processing request around its interval, which does not wait for an idle machine")
  func request() async throws {
    try await onDaemon { daemon, activity in
      #expect(activity.qualityOfService == .background)
      #expect(!activity.repeats)
      activity.interval = 3_600
      #expect(activity.tolerance == 1_800)
      activity.tolerance = 600
      activity.repeats = true
      let before = Date()
      activity.schedule { $0(.finished) }
      #expect(daemon.next(\.registration)?.identifiers == ["org.example.check"])
      let request = try #require(daemon.next(\.submission))
      #expect(request.kind == .processing)
      #expect(request.requiresIdle == false)
      #expect(request.repeatDurationUSec == 3_600_000_000)
      #expect(request.toleranceDurationUSec == 1_200_000_000)
      let begin = Double(try #require(request.earliestBeginUSec)) / 1e6 - before.timeIntervalSince1970
      #expect((2_999...3_010).contains(begin))
      activity.invalidate()
      #expect(daemon.next(\.cancellation) == "org.example.check")
    }
  }

  @Test("The block is called, finished completes the run as successful, deferred as one to try again")
  func results() async throws {
    try await onDaemon { daemon, activity in
      activity.interval = 60
      let count = Counter()
      activity.schedule { completion in completion(count.next() == 1 ? .deferred : .finished) }
      #expect(daemon.next(\.submission)?.retry?.backoff == .exponential)
      daemon.launch("org.example.check", run: "run1", kind: .processing)
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
      daemon.launch("org.example.check", run: "run2", kind: .processing)
      #expect(daemon.next(\.completion) == .init(runId: "run2", success: true))
    }
  }

  @Test("A block that runs when its time is up sees it in shouldDefer, and is given its grace")
  func shouldDefer() async throws {
    try await onDaemon { daemon, activity in
      activity.interval = 60
      #expect(!activity.shouldDefer)
      let (begun, gate) = (Fact<Bool>(), Fact<Bool>())
      activity.schedule { [weak activity] completion in
        begun.happens(activity?.shouldDefer ?? true)
        _ = gate.wait()
        completion(activity?.shouldDefer == true ? .deferred : .finished)
      }
      daemon.launch("org.example.check", run: "run1", kind: .processing)
      #expect(begun.wait() == false)
      daemon.expire("run1")
      // A later registration's answer comes after the expiration on no connection, so the daemon's word
      // decides.
      daemon.answer { call in
        guard case .shouldDefer = call else { return nil }
        return Message.reply(SchedulerMethod.ShouldDefer.Reply(shouldDefer: true))
      }
      gate.happens(true)
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
      #expect(!activity.shouldDefer)
    }
  }

  @Test("What was scheduled in the same way before keeps its place; what was scheduled otherwise is replaced")
  func keeps() async throws {
    try await onDaemon { daemon, activity in
      activity.interval = 3_600
      activity.schedule { $0(.finished) }
      var earlier = try #require(daemon.next(\.submission))
      earlier.earliestBeginUSec = 1
      for state in [Wire.TaskState.waiting, .launching] {
        daemon.list([Wire.Task(request: earlier, uid: 0, state: state, submittedUSec: 1, attempt: 1)])
        activity.schedule { $0(.finished) }
      }
      activity.interval = 60
      activity.schedule { $0(.finished) }
      #expect(daemon.allCalls.compactMap(\.submission).count == 2)
    }
  }

  @Test("An activity that nobody holds is invalidated")
  func released() async throws {
    try await onDaemon { daemon, _ in
      do {
        let activity = NSBackgroundActivityScheduler(identifier: "org.example.check")
        activity.schedule { $0(.finished) }
      }
      #expect(daemon.next(\.cancellation) == "org.example.check")
      daemon.launch("org.example.check", run: "run1", kind: .processing)
      #expect(daemon.next(\.completion) == .init(runId: "run1", success: false))
    }
  }

  @Test("An activity that no manifest permits is said once, with what to add to the manifest")
  func notPermitted() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let daemon = try ScriptedDaemon()
      daemon.answer { call in
        guard let identifier = call.registration?.identifiers.first else { return nil }
        return Message.error(
          SchedulerInterfaceError.notPermitted(
            identifier: identifier, message: "add it to PermittedIdentifiers="))
      }
      await BGTaskScheduler.withShared(on: DaemonBackend(path: daemon.path)) {
        let activity = NSBackgroundActivityScheduler(identifier: "org.example.check")
        activity.schedule { $0(.finished) }
        #expect(daemon.allCalls.compactMap(\.submission).isEmpty)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "PermittedIdentifiers=").count == 2, "\(text)")
  }

  @Test("R2: An identifier is either an activity's or a handler's")
  func collision() async throws {
    // Not in the process that traps, which would leave its folder behind.
    let daemon = try ScriptedDaemon()
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) {
      [path = daemon.path as String] in
      let activity = NSBackgroundActivityScheduler(identifier: "org.example.check")
      await BGTaskScheduler.withShared(on: DaemonBackend(path: path)) {
        activity.schedule { $0(.finished) }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.check", using: nil) { _ in }
      }
    }
    daemon.stop()
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("org.example.check cannot be registered: an NSBackgroundActivityScheduler uses it"))
  }
}
