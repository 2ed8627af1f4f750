import Testing

@testable import SchedulerCore

@Suite("What requests may take of the disk")
struct StateRoomTests {
  private static func submit(_ identifier: String, bytes: Int, uid: UInt32 = 1000) -> Event {
    let payload = [UInt8](repeating: 1, count: bytes)
    return .call(
      .submit(
        Submission(request: .command(identifier) { $0.earliestBegin = .at(1000) }, payload: payload)),
      uid: uid)
  }

  private static func refusal(_ directives: [Directive]) -> String? {
    for case .reply(_, .failed(.unavailable(let message))) in directives { return message }
    return nil
  }

  @Test("A user's bytes are bounded, whatever the number of tasks; other users' are others")
  func bytes() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingBytesPerUser = 10_000 })
    #expect(Self.refusal(core.directives(Self.submit("a", bytes: 4000), at: 0)) == nil)
    #expect(Self.refusal(core.directives(Self.submit("b", bytes: 4000), at: 0)) == nil)
    let message = Self.refusal(core.directives(Self.submit("c", bytes: 4000), at: 0))
    #expect(message?.hasPrefix("request: found 4512 bytes, allowed are 976 more") == true, "\(message ?? "")")
    #expect(message?.contains("9024 of 10000 bytes (MaxPendingBytesPerUser=)") == true)
    #expect(Self.refusal(core.directives(Self.submit("c", bytes: 4000, uid: 1001), at: 0)) == nil)
    // What is replaced makes room for what replaces it.
    #expect(Self.refusal(core.directives(Self.submit("b", bytes: 4900), at: 0)) == nil)
    #expect(Self.refusal(core.directives(Self.submit("b", bytes: 5100), at: 0)) != nil)
    core.take(.cancel("a"), at: 1)
    #expect(Self.refusal(core.directives(Self.submit("c", bytes: 4000), at: 1)) == nil)
  }

  @Test("A task counts while it runs and until it is gone, also after a restart")
  func untilGone() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingBytesPerUser = 2000 })
    core.take(
      .call(.submit(Submission(request: .command("a"), payload: [UInt8](repeating: 1, count: 1000)))), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    #expect(Self.refusal(core.directives(Self.submit("b", bytes: 1000), at: 1)) != nil)
    var next = core.restarted()
    next.start(at: 2, surviving: [core.run(1)])
    #expect(Self.refusal(next.directives(Self.submit("b", bytes: 1000), at: 3)) != nil)
    next.take(.runEnded(core.run(1), .status(0)), at: 4)
    #expect(Self.refusal(next.directives(Self.submit("b", bytes: 1000), at: 5)) == nil)
  }

  @Test("Output may take half of what is kept for ends, and no more than one batch can bring")
  func output() {
    let core = CoreHarness(configuration: .plain.with { $0.stateReserveBytes = 1_000_000 })
    func room(_ bytes: Int64, atOnce: Int64?) -> Int64? {
      core.scheduler.roomForOutput(in: StateRoom(bytes: bytes, atOnce: atOnce, capacity: .max))
    }
    #expect(room(2_000_000, atOnce: 5_000_000) == 1_500_000)
    #expect(room(2_000_000, atOnce: 7) == 7)
    #expect(room(2_000_000, atOnce: nil) == 750_000)
    #expect(room(499_999, atOnce: 5_000_000) == 0)
    #expect(room(2_000_000, atOnce: -3) == 0)
    #expect(core.scheduler.roomForOutput(in: nil) == nil)
  }

  @Test("The last of the disk is not given to requests, and a batch counts what it takes itself")
  func reserve() {
    var core = CoreHarness(configuration: .plain.with { $0.stateReserveBytes = 1_000_000 })
    #expect(Self.refusal(core.directives(Self.submit("a", bytes: 100), at: 0)) == nil)
    core.take(StateRoom(bytes: 1_050_000, atOnce: nil, capacity: .max))
    #expect(Self.refusal(core.directives(Self.submit("b", bytes: 10_000), at: 1)) == nil)
    let message = Self.refusal(core.directives(Self.submit("c", bytes: 10_000), at: 1))
    #expect(message?.contains("1020784 bytes left, of which 1000000 are kept") == true, "\(message ?? "")")
    #expect(message?.contains("StateReserveBytes=") == true)
    // What ends, ends; and what is refused has taken nothing.
    #expect(core.take(.cancel("a"), at: 1).contains("delete 1"))
    #expect(Self.refusal(core.directives(Self.submit("d", bytes: 100), at: 1)) == nil)
    var unreserved = CoreHarness(configuration: .plain.with { $0.stateReserveBytes = 0 })
    unreserved.take(StateRoom(bytes: 0, atOnce: nil, capacity: .max))
    #expect(Self.refusal(unreserved.directives(Self.submit("a", bytes: 100), at: 1)) == nil)
    core.take(nil as StateRoom?)
    #expect(Self.refusal(core.directives(Self.submit("c", bytes: 10_000), at: 2)) == nil)
  }

  @Test(
    "Unless somebody says how much is kept, that is an eighth of the file system and at most 8 MiB",
    arguments: [(2 << 20, 256 << 10), (24 << 20, 3 << 20), (1 << 40, 8 << 20)] as [(Int64, Int64)])
  func usualReserve(capacity: Int64, reserve: Int64) {
    var core = CoreHarness()
    core.take(StateRoom(bytes: reserve + 20_000, atOnce: nil, capacity: capacity))
    #expect(Self.refusal(core.directives(Self.submit("a", bytes: 1000), at: 1)) == nil)
    core.take(StateRoom(bytes: reserve + 5000, atOnce: nil, capacity: capacity))
    let message = Self.refusal(core.directives(Self.submit("b", bytes: 1000), at: 2))
    #expect(message?.contains("left, of which \(reserve) are kept") == true, "\(message ?? "")")
  }

  @Test("What comes together shares pages, and each of them is counted once in the log and once in the file")
  func pages() {
    var core = CoreHarness(configuration: .plain.with { $0.stateReserveBytes = 100_000 })
    func accepted(_ count: Int, bytes: Int) -> Int {
      core.take(StateRoom(bytes: 1_100_000, atOnce: 500_000, capacity: .max))
      return (0..<count).prefix { number in
        Self.refusal(core.directives(Self.submit("of\(bytes).\(number)", bytes: bytes), at: 1)) == nil
      }.count
    }
    // Three to a page, each with something for its task: the log is what there is too little of.
    #expect((250...310).contains(accepted(1000, bytes: 1200)))
    // One to a page.
    #expect((100...110).contains(accepted(1000, bytes: 2500)))
    core.take(StateRoom(bytes: 1_100_000, atOnce: 2000, capacity: .max))
    let message = Self.refusal(core.directives(Self.submit("large", bytes: 5000), at: 2))
    #expect(
      message?.contains("together with the requests that came at the same time") == true, "\(message ?? "")")
    // What is off is off.
    var unreserved = CoreHarness(configuration: .plain.with { $0.stateReserveBytes = 0 })
    unreserved.take(StateRoom(bytes: 0, atOnce: 0, capacity: .max))
    #expect(Self.refusal(unreserved.directives(Self.submit("a", bytes: 100), at: 1)) == nil)
  }
}
