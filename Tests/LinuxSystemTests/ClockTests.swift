import Dispatch
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite("Clocks and the wake-up timer", .serialized)
struct ClockTests {
  private let queue = DispatchQueue(label: "test")

  @Test("The clocks are the system's, and the boot has an id")
  func clocks() throws {
    #expect(abs(SystemClock.wallUSec / 1_000_000 - Int64(time(nil))) <= 2)
    let before = SystemClock.monotonicUSec
    #expect(before > 0 && SystemClock.monotonicUSec >= before)
    #expect(SystemClock.suspendedUSec > -1_000_000)
    let id = try SystemClock.bootID()
    #expect(id.count == 36)
    #expect(try SystemClock.bootID() == id)
  }

  @Test("A date and a point on the monotonic clock wake, not before their time and not much after it")
  func due() throws {
    let inbox = Mailbox<Int64>()
    let timer = try WakeUpTimer(queue: queue) { cause in
      if cause == .due { inbox.append(SystemClock.monotonicUSec) }
    }
    var lateness: [Int64] = []
    for round in 0..<20 {
      var point: Int64 = 0
      queue.sync {
        point = SystemClock.monotonicUSec + 5000
        let date = SystemClock.wallUSec + 5000
        timer.arm(wallUSec: round % 2 == 0 ? date : nil, monotonicUSec: round % 2 == 0 ? nil : point)
      }
      let woken = try #require(inbox.next())
      lateness.append(woken - point)
    }
    queue.sync { timer.close() }
    lateness.sort()
    print("wake-up timer: \(lateness[10]) µs late in the median, \(lateness[19]) µs at most, of 20")
    // The wall clock may be slewed against the monotonic one, by 500 parts in a million.
    #expect(lateness[0] > -100)
    #expect(lateness[10] < 50_000)
  }

  @Test("Nothing is reported before its time, by the clock that it was asked for on, and each once")
  func neverEarly() throws {
    let inbox = Mailbox<Int64>()
    let isDate = Atomic(true)
    let timer = try WakeUpTimer(queue: queue) { cause in
      // A step of the clock by somebody else says nothing here.
      guard cause == .due else { return }
      inbox.append(isDate.load(ordering: .relaxed) ? SystemClock.wallUSec : SystemClock.monotonicUSec)
    }
    defer { queue.sync { timer.close() } }
    for round in 0..<200 {
      let length = Int64(round) * 10
      var time: Int64 = 0
      queue.sync {
        isDate.store(round % 2 == 0, ordering: .relaxed)
        time = length + (round % 2 == 0 ? SystemClock.wallUSec : SystemClock.monotonicUSec)
        timer.arm(wallUSec: round % 2 == 0 ? time : nil, monotonicUSec: round % 2 == 0 ? nil : time)
      }
      #expect(try #require(inbox.next()) >= time)
    }
    queue.sync {}
    #expect(inbox.isEmpty)
  }

  @Test("What has passed is due at once, on either clock, also before 1970")
  func past() throws {
    let inbox = Mailbox<WakeUpCause>()
    let timer = try WakeUpTimer(queue: queue) { inbox.append($0) }
    for (wall, monotonic) in [(-5, nil), (0, nil), (1, nil), (nil, 0), (nil, -5)] as [(Int64?, Int64?)] {
      queue.sync { timer.arm(wallUSec: wall, monotonicUSec: monotonic) }
      #expect(inbox.next() == .due)
    }
    queue.sync { timer.close() }
  }

  @Test("Arming replaces what was armed; the end of time is accepted; after close nothing comes")
  func replaced() throws {
    let inbox = Mailbox<WakeUpCause>()
    let timer = try WakeUpTimer(queue: queue) { inbox.append($0) }
    queue.sync {
      timer.arm(wallUSec: 1, monotonicUSec: 1)
      timer.arm(wallUSec: .max, monotonicUSec: .max)
    }
    queue.sync { timer.arm(wallUSec: nil, monotonicUSec: SystemClock.monotonicUSec + 2000) }
    #expect(inbox.next() == .due)
    queue.sync {
      timer.arm(wallUSec: 1, monotonicUSec: 1)
      timer.close()
    }
    let barrier = Mailbox<WakeUpCause>()
    let other = try WakeUpTimer(queue: queue) { barrier.append($0) }
    queue.sync { other.arm(wallUSec: 1, monotonicUSec: nil) }
    #expect(barrier.next() == .due)
    #expect(inbox.isEmpty)
    queue.sync { other.close() }
  }

  @Test("A step of the wall clock is noticed, and told from a resume, with and without a date armed")
  func steps() async throws { try await MachineClock.alone { try Self.observeSteps() } }

  private static func observeSteps() throws {
    let queue = DispatchQueue(label: "steps")
    let inbox = Mailbox<WakeUpCause>()
    let timer = try WakeUpTimer(queue: queue, suspendedUSec: { suspended.load(ordering: .relaxed) }) {
      inbox.append($0)
    }
    defer { queue.sync { timer.close() } }
    guard stepWallClock() else {
      leaveOut("setting the clock needs CAP_SYS_TIME")
      return
    }
    #expect(inbox.next() == .clockChanged)
    queue.sync { timer.arm(wallUSec: SystemClock.wallUSec + 3_600_000_000, monotonicUSec: nil) }
    suspended.store(60_000_000, ordering: .relaxed)
    #expect(stepWallClock())
    #expect(inbox.next() == .resumed)
    #expect(stepWallClock())
    #expect(inbox.next() == .clockChanged)
    // It still waits for what was armed.
    queue.sync { timer.arm(wallUSec: SystemClock.wallUSec + 1000, monotonicUSec: nil) }
    #expect(inbox.next() == .due)
    // A date that the step brings nearer or takes away is due when the clock says so.
    for nanoseconds in [5_000_000, -5_000_000] as [Int64] {
      let date = SystemClock.wallUSec + 10_000
      queue.sync { timer.arm(wallUSec: date, monotonicUSec: nil) }
      #expect(stepWallClock(nanoseconds: nanoseconds))
      let causes = [inbox.next(), inbox.next()]
      #expect(Set(causes) == [.clockChanged, .due])
      #expect(SystemClock.wallUSec >= date)
    }
  }

  private static let suspended = Atomic<Int64>(0)

  /// Moves the wall clock, adjtimex(2). A nanosecond is a step like any other to those who watch for steps.
  private static func stepWallClock(nanoseconds offset: Int64 = 1) -> Bool {
    typealias Adjust = @convention(c) (UnsafeMutableRawPointer) -> CInt
    guard let address = dlsym(nil, "adjtimex") else { return false }
    // struct timex on 64-bit machines: modes, eight longs and an int, then the time at offset 72: seconds,
    // which may be negative, and nanoseconds, which may not.
    var request = [Int64](repeating: 0, count: 32)
    let (setOffset, nanoseconds): (Int64, Int64) = (0x0100, 0x2000)
    request[0] = setOffset | nanoseconds
    request[9] = offset < 0 ? -1 : 0
    request[10] = offset < 0 ? 1_000_000_000 + offset : offset
    return request.withUnsafeMutableBytes { space in
      guard let base = space.baseAddress else { return false }
      return unsafeBitCast(address, to: Adjust.self)(base) >= 0
    }
  }
}
