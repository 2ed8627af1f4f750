import FleetCore
import Testing

@testable import Fleet

@Suite("The agent's line in systemctl status")
struct StatusLineTests {
  @Test("The line says membership and the number of tasks, and then what is wrong")
  func line() {
    let good = FleetStatus(
      name: "m1", isMember: true, isDatabaseAway: false, hasDaemon: true, canStore: true, isDraining: false,
      held: 2)
    #expect(good.line == "In the fleet as m1; 2 of its tasks here")
    let bad = FleetStatus(
      name: "m1", isMember: false, isDatabaseAway: true, hasDaemon: false, canStore: false, isDraining: true,
      held: 0)
    #expect(
      bad.line
        == "Asking to be in the fleet as m1; takes no new work (MaxConcurrentRuns=0); the database does not "
        + "answer; bgtaskd does not answer; the agent's file cannot be written")
  }
}
