import Testing

@testable import SchedulerCore

@Suite("The store does not give what is to run")
struct UnavailableRequestTests {
  private static let row = "table payload, row 1: its checksum does not match"

  /// The launch of run `number` finds nothing.
  private static func unavailable(_ run: RunID, isDamaged: Bool) -> Event {
    .payloadUnavailable(run, isDamaged: isDamaged, message: isDamaged ? row : "input/output error")
  }

  @Test("A one-shot whose request cannot be read now is tried again for as long as it takes, uncounted")
  func passing() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.at(
      1, Self.unavailable(core.run(1), isDamaged: false),
      gives: [
        "put #1 a interrupted because unreadable 0s…1s", "put 1 a attempt 2 excused 1 not before 31s",
        "report ended #1 interrupted next 31s", "arm point 31s",
      ])
    var (now, pauses): (Double, [Double]) = (31, [])
    // More often than any retry rule allows.
    for number in 2...30 {
      core.take(.timer, at: now)
      let found = core.directives(Self.unavailable(core.run(number), isDamaged: false), at: now)
      for case .arm(let wakeUp) in found {
        let point = Double((wakeUp.monotonic ?? .at(0)).uSec - MonotonicTime.at(0).uSec) / 1_000_000
        pauses.append(point - now)
        now = point
      }
    }
    #expect(pauses.prefix(4) == [60, 120, 240, 480])
    #expect(pauses.count == 29 && pauses.last == 18_000)
    #expect(core.reasons("a", at: now - 1) == ["backoff"])
    // It can be read again: the attempts that failed by its own fault have all their tries.
    core.take(.timer, at: now)
    core.take(.runStarted(core.run(31)), at: now)
    core.take(.runEnded(core.run(31), .status(75)), at: now + 1)
    #expect(core.scheduler.task("a", of: 1000)?.task.excusedAttempts == 30)
    #expect(core.reasons("a", at: now + 2) == ["backoff"])
  }

  @Test("A one-shot whose request is damaged is held with its row, and neither launched nor deleted")
  func damaged() {
    var core = CoreHarness()
    core.take(
      .submit(
        .command("a") {
          $0.deadline = .at(50); $0.onDeadline = .drop
        }), at: 0)
    core.at(
      1, Self.unavailable(core.run(1), isDamaged: true),
      gives: [
        "put #1 a launchFailed because damaged 0s…1s",
        "put 1 a until 50s attempt 2 excused 1 not before 1s", "report ended #1 launchFailed next 1s",
        "report damaged 1 a: \(Self.row)",
      ])
    #expect(core.reasons("a", at: 2) == ["damaged"])
    #expect(core.explanation("a", at: 2)?.reasons.first?.message.contains("run bgtaskd --recover") == true)
    #expect(core.explanation("a", at: 2)?.reasons.first?.observed == Self.row)
    #expect(core.scheduler.damaged(of: nil, atMost: 20) == ["a of user 1000: \(Self.row)"])
    #expect(core.scheduler.damaged(of: 1001, atMost: 20).isEmpty)
    for event in [Event.timer, .clockChanged, .resumed, .configurationChanged(.plain)] {
      #expect(core.directives(event, at: 100).allSatisfy { if case .launch = $0 { false } else { true } })
    }
    // The next start looks again: it may have been mended.
    var next = core.restarted()
    next.take(.started(sameBoot: true, surviving: [], ended: [:], declared: .unread), at: 101)
    #expect(next.scheduler.damaged(of: nil, atMost: 20).isEmpty)
    #expect(next.scheduler.task("a", of: 1000)?.state == .launching || next.scheduler.runningCount == 1)
  }

  @Test("A repeating task is held as well, others go on, and a cancellation ends what is held")
  func repeating() {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.repeatEvery = .hours(1) }), at: 0)
    core.take(.submit(.command("b")), at: 0)
    core.take(Self.unavailable(core.run(1), isDamaged: true), at: 1)
    core.take(.timer, at: 10_000)
    #expect(core.reasons("a", at: 10_000) == ["damaged"])
    #expect(core.scheduler.task("b", of: 1000)?.state == .launching)
    core.at(10_001, .cancel("a"), gives: ["delete 1", "report cancelled 1 a", "reply done"])
    #expect(core.scheduler.damaged(of: nil, atMost: 20).isEmpty)
  }

  @Test("What was cancelled or replaced meanwhile is not kept for the damage of its request")
  func overtaken() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.cancel("a"), at: 0)
    #expect(core.take(Self.unavailable(core.run(1), isDamaged: true), at: 1).contains("delete 1"))
    core.take(.submit(.command("b")), at: 2)
    core.take(.submit(.command("b")), at: 2)
    let found = core.take(Self.unavailable(core.run(2), isDamaged: true), at: 3)
    #expect(found.contains("delete 2"))
    // The newer request is not the damaged one.
    #expect(found.contains { $0.hasPrefix("launch #3 b") })
  }

  @Test("A delivery without a request is over for the program as well, and the task waits")
  func delivery() {
    var core = CoreHarness.connected("mail.sync")
    core.take(.submit(.handled("mail.sync")), at: 0)
    core.take(Self.unavailable(core.run(1), isDamaged: true), at: 1)
    #expect(core.scheduler.runningCount == 0)
    #expect(core.reasons("mail.sync", at: 2) == ["damaged"])
  }

  @Test("A run of before whose unit nobody knows is not restarted beside it")
  func unidentified() {
    var core = RunningRules.running(.command("a")).restarted()
    let run = core.run(1)
    core.at(
      10,
      .started(sameBoot: true, surviving: [], ended: [:], unidentified: [run: Self.row], declared: .unread),
      gives: [
        "put #1 a interrupted because damaged 0s…10s", "put 1 a attempt 2 excused 1 not before 10s",
        "report ended #1 interrupted next 10s", "report damaged 1 a: \(Self.row)", "arm never",
      ])
    #expect(core.reasons("a", at: 11) == ["damaged"])
    // One whose end is known needs nothing of its request.
    var ended = RunningRules.running(.command("a")).restarted()
    let end = ProgramEnd(exit: .status(0), ended: .at(5))
    let found = ended.take(
      .started(
        sameBoot: true, surviving: [], ended: [ended.run(1): end], unidentified: [ended.run(1): Self.row],
        declared: .unread),
      at: 10)
    #expect(found.contains("delete 1"))
  }

  @Test("rollBack takes the hold back, and what counts with it")
  func rollBack() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    let before = core.scheduler.portrait
    for isDamaged in [true, false] {
      core.fail(Self.unavailable(core.run(1), isDamaged: isDamaged), at: 1)
      #expect(core.scheduler.portrait == before)
    }
  }
}
