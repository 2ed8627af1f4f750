import SchedulerCore
import Testing

@testable import FleetCore

@Suite("Repetitions")
struct RepetitionTests {
  @Test("After a lost answer the same text comes again, whatever has happened since")
  func lostAnswer() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    let first = core.request
    core.failToReach(at: 10)
    core.take(.ended(.of(.of(8))), at: 10.1)
    core.take(.timer, at: 12)
    #expect(core.request == first && core.request?.sequence == 3)
    core.answer(at: 12) { $0.reports = [ReportAnswer(id: .of(7), result: .countedAlready)] }
    core.at(13, .timer, gives: ["exchange 4, reports 8.1 completed, claims 2 of [c]"])
  }

  @Test("What certainly did not arrive is composed anew under the same number")
  func notSent() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    core.failToReach(at: 5, mayHaveArrived: false)
    core.take(.ended(.of(.of(8))), at: 5.1)
    core.at(
      7, .timer, gives: ["exchange 3, reports 7.1 completed, reports 8.1 completed, claims 2 of [c]"])
  }

  @Test("What may have arrived once is repeated even if the repetition did not arrive")
  func mixed() {
    var core = AgentHarness.running()
    core.take(.ended(.of(.of(7))), at: 5)
    let first = core.request
    core.failToReach(at: 6)
    core.take(.timer, at: 8)
    core.failToReach(at: 8, mayHaveArrived: false)
    core.take(.ended(.of(.of(8))), at: 8.1)
    core.take(.timer, at: 12)
    #expect(core.request == first)
  }

  @Test("A transaction that was taken back is tried again soon, and with pauses when that does not help")
  func conflict() {
    var core = AgentHarness.working()
    var now = 22.0
    core.take(.timer, at: now)
    let first = core.request
    for _ in 0..<5 {
      core.take(.failed(.again), at: now)
      #expect((0.05...0.25).contains(core.wait(from: now)))
      now += core.wait(from: now)
      core.take(.timer, at: now)
      #expect(core.request == first)
    }
    core.take(.failed(.again), at: now)
    #expect(core.wait(from: now) >= 0.5)
  }

  @Test("No second exchange begins while one is under way")
  func one() {
    var core = AgentHarness.running()
    core.take(.timer, at: 22)
    core.at(23, .timer, gives: [])
    core.at(24, .ended(.of(.of(7))), gives: [])
  }
}
