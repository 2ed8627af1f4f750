import Replay
import SchedulerCore
import SystemdSyntax
import Testing

/// The amounts of work that are given on the command line.
@Suite struct WorkPlanTests {
  @Test func aPlanSaysHowManyTasksADayAndHowLongEachTakes() throws {
    let plan = try WorkPlan("3/day,1h 30min")
    #expect(plan.count == 3)
    #expect(plan.length == .minutes(90))
    #expect(plan.text == "3/day,1h 30min")
  }

  @Test(arguments: [
    "", "1/day", "1,10min", "0/day,10min", "1001/day,10min", "1/day,0", "1/day,2d", "x/day,1s",
  ])
  func anythingElseIsRefused(_ text: String) {
    #expect(throws: SyntaxError.self) { _ = try WorkPlan(text) }
  }
}
