import BackgroundTasks
import Foundation
import SchedulerAPI
import Synchronization
import TestSupport
import Testing

/// Programs ask for time, with the built daemon.
@Suite("Time that programs ask for, from Swift")
struct AssertionTests {
  private let daemon: DaemonProcess
  private let scheduler: BGTaskScheduler

  init() throws {
    daemon = try .calm("ExpirationGraceSec=100ms")
    scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.socket))
  }

  private func held() throws -> [Wire.Assertion] { try daemon.client().listAssertions() }

  /// The daemon has seen all of them end.
  private func noneIsLeft() throws -> Bool {
    try daemon.wait { try $0.listAssertions().isEmpty ? true : nil } == true
  }

  @Test("It is held while the body runs, ends with it, and gives back what the body does")
  func around() async throws {
    let socket = daemon.socket
    let count = try await withBackgroundAssertion("saving", limit: .seconds(30), on: scheduler) {
      #expect(BackgroundAssertion.current?.isHeld == true)
      let held = try SchedulerAPI.SchedulerClient(path: socket).listAssertions()
      #expect(held.map(\.why) == ["saving"])
      #expect(held.map(\.limitDurationUSec) == [30_000_000])
      #expect(held.first?.pid == Int(ProcessInfo.processInfo.processIdentifier))
      return held.count
    }
    #expect(count == 1)
    #expect(BackgroundAssertion.current == nil)
    #expect(try noneIsLeft())
    await #expect(throws: CocoaError.self) {
      try await withBackgroundAssertion("saving", limit: .seconds(30), on: scheduler) {
        throw CocoaError(.fileWriteOutOfSpace)
      }
    }
    #expect(try noneIsLeft())
  }

  @Test("What is left is what the daemon says, within 50 ms")
  func remaining() async throws {
    let assertion = await BackgroundAssertion.begin("saving", limit: .seconds(30), on: scheduler)
    for _ in 0..<20 {
      let before = assertion.remaining
      let said = try #require(try held().first?.remainingDurationUSec)
      let after = assertion.remaining
      // The daemon has looked between the two.
      #expect(after - .milliseconds(50) <= .microseconds(said))
      #expect(.microseconds(said) <= before + .milliseconds(50))
    }
    assertion.end()
    #expect(assertion.remaining == .zero && !assertion.isHeld)
    #expect(try noneIsLeft())
  }

  @Test("At its limit the handler is told why, once; who has not ended then is not held any more")
  func expires() async throws {
    let told = Mutex<[String]>([])
    let first = Fact<String>()
    let assertion = await BackgroundAssertion.begin("saving", limit: .seconds(1), on: scheduler) { reason in
      told.withLock { $0.append(reason.code) }
      first.happens(reason.code)
    }
    #expect(await blocking { first.wait() } == "runtimeLimit")
    #expect(assertion.reason?.code == "runtimeLimit")
    #expect(assertion.remaining == .zero)
    #expect(daemon.waitForLog("is not waited for any more"))
    #expect(await isLost(assertion))
    #expect(assertion.refusal != nil)
    #expect(told.withLock { $0 } == ["runtimeLimit"])
  }

  @Test("The body's task is cancelled when its time is over, and what it does then counts")
  func cancelled() async throws {
    let wasCancelled = try await withBackgroundAssertion("saving", limit: .seconds(1), on: scheduler) {
      await waitForCancellation()
      return Task.isCancelled
    }
    #expect(wasCancelled)
    #expect(try noneIsLeft())
  }

  @Test("Whoever cancels the caller cancels the body, and the assertion ends")
  func callerCancelled() async throws {
    let (started, scheduler) = (Fact<Bool>(), scheduler)
    let caller = Task {
      try await withBackgroundAssertion("saving", limit: .seconds(60), on: scheduler) {
        started.happens(true)
        await waitForCancellation()
        try Task.checkCancellation()
      }
    }
    #expect(await blocking { started.wait() } == true)
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(try noneIsLeft())
  }

  @Test("A daemon that goes meanwhile lets the body go on; one that is away does not keep it from running")
  func away() async throws {
    let (started, scheduler) = (Fact<Bool>(), scheduler)
    let work = Task {
      try await withBackgroundAssertion("saving", limit: .seconds(60), on: scheduler) {
        let assertion = try #require(BackgroundAssertion.current)
        started.happens(assertion.isHeld)
        #expect(await isLost(assertion))
        #expect(!Task.isCancelled)
        return assertion.refusal?.code
      }
    }
    #expect(await blocking { started.wait() } == true)
    daemon.killHard()
    #expect(try await work.value == .unavailable)
    let ran = try await withBackgroundAssertion("saving", limit: .seconds(60), on: scheduler) {
      #expect(BackgroundAssertion.current?.isHeld == false)
      #expect(BackgroundAssertion.current?.remaining == .zero)
      return true
    }
    #expect(ran)
  }

  @Test("What the protocol does not allow is refused, and keeps nobody from working")
  func refused() async throws {
    for (why, limit) in [
      ("two\nlines", Duration.seconds(30)), ("a", .milliseconds(10)), ("a", .seconds(601)),
    ] {
      let assertion = await BackgroundAssertion.begin(why, limit: limit, on: scheduler)
      #expect(!assertion.isHeld && assertion.refusal != nil, "\(why), \(limit)")
    }
  }

  @Test("One that nobody keeps has ended")
  func forgotten() async throws {
    var assertion: BackgroundAssertion? = await .begin("saving", limit: .seconds(60), on: scheduler)
    #expect(assertion?.isHeld == true)
    assertion = nil
    #expect(try noneIsLeft())
  }

  @Test("It ends exactly once, also when the time is over while the body returns")
  func once() async throws {
    let backend = RecordingBackend()
    let recorded = BGTaskScheduler(backend: backend)
    try await withBackgroundAssertion("saving", limit: .seconds(5), on: recorded) {
      BackgroundAssertion.current?.end()
      BackgroundAssertion.current?.end()
    }
    #expect(backend.words == ["hold saving", "end saving"])
  }

  @Test(
    "Foundation's expiring activity is built on it: the block runs in held time, whatever the reason")
  func expiringActivity() async throws {
    let backend = DaemonBackend(path: daemon.socket)
    let reasons = [
      ("uploading", "uploading"), ("two\nlines\u{202e}", "two lines"),
      (String(repeating: "a", count: 400), String(repeating: "a", count: 252) + "…"),
      (" ", ProcessInfo.processInfo.processName),
    ]
    try await BGTaskScheduler.withShared(on: backend) {
      for (reason, shown) in reasons {
        let (isSeen, hasExpired) = (Fact<Bool>(), Fact<Bool>())
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { expired in
          if expired { hasExpired.happens(true) } else { _ = isSeen.wait() }
        }
        let why = try daemon.wait { try $0.listAssertions().first?.why }
        #expect(why == shown)
        isSeen.happens(true)
        let left = try noneIsLeft()
        #expect(left && !hasExpired.hasHappened)
      }
    }
  }
}

/// Waits until nobody holds it any more.
private func isLost(_ assertion: BackgroundAssertion) async -> Bool {
  let end = ContinuousClock.now + .seconds(20)
  while assertion.isHeld, ContinuousClock.now < end { await Task.yield() }
  return !assertion.isHeld
}

private func waitForCancellation() async {
  let (never, end) = AsyncStream.makeStream(of: Void.self)
  for await _ in never {}
  end.finish()
}
