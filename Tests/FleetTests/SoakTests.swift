import Foundation
import TestSupport
import Testing

/// Machines in network namespaces of their own, with killed, stopped and cut-off agents, daemons and
/// databases, and a checker over what their programs really did. The long form: `make fleet-soak`.
@Suite("The fleet's soak", .serialized)
struct SoakTests {
  private func run(_ arguments: [String]) throws -> FinishedProgram? {
    let programs = BuiltProduct.url("bgtask-fleet").deletingLastPathComponent().path
    return try PostgresScript.run(
      "Tests/FleetTests/Soak/soak.py", arguments + ["--programs", programs])
  }

  @Test("Work is done once while agents, daemons and the database are killed, stopped and cut off")
  func faults() throws {
    let faults = "kill-agent,kill-daemon,kill-machine,kill-server,cut,stop-agent"
    guard let run = try run(["--each", "2", "--lease", "12", "--seed", "7", "--faults", faults])
    else { return }
    #expect(run.status == 0, "\(run.output)\(run.errors.suffix(4000))")
    #expect(run.output.contains("2 cut, 2 kill-agent") && run.output.contains("0 problems"))
  }

  @Test("The checker finds it when the epoch and the holder of a report are not checked")
  func mutation() throws {
    let plan = Repository.path("Tests/FleetTests/Soak/fence.plan")
    guard
      let run = try run([
        "--machines", "3", "--lease", "12", "--seed", "2", "--plan", plan, "--mutation", "fence",
      ])
    else { return }
    #expect(run.status == 1, "\(run.output)\(run.errors.suffix(4000))")
    #expect(run.output.contains("PROBLEM: the accepted end of org.soak."))
  }
}
