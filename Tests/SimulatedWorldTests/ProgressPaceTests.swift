import TaskStore
import Testing

@testable import Daemon

@Suite("When it is said how far an opening is")
struct ProgressPaceTests {
  @Test("Nothing within the first second, then each new work at once, and how much of it once in a second")
  func pace() {
    var pace = ProgressPace(since: 5_000_000)
    func said(_ what: OpeningStep.Work, _ done: Int, at now: Int64) -> Bool {
      pace.isDue(OpeningStep(what: what, share: .init(done: done, all: 9)), at: now)
    }
    #expect(!said(.surveying, 0, at: 5_000_000))
    #expect(!said(.reading, 1, at: 5_999_999))
    #expect(said(.reading, 2, at: 6_000_000))
    #expect(!said(.reading, 3, at: 6_999_999))
    #expect(said(.reading, 4, at: 7_000_000))
    #expect(said(.measuring, 0, at: 7_000_001))
    #expect(!said(.measuring, 1, at: 8_000_000))
    #expect(said(.measuring, 2, at: 8_000_001))
  }

  @Test("It says so many of how many where that is known")
  func text() {
    #expect(OpeningStep(.reading(done: 64, of: 130)).text == "Reading tasks: 64 of 130")
    #expect(OpeningStep(.checking).text == "Checking the state file")
  }
}
