import Glibc
import Testing

@testable import SchedulerCore

@Suite("Simulation")
struct SwarmTests {
  /// `BGTASKD_SIMULATION_ROUNDS` asks for more than the suite can afford.
  static let rounds = getenv("BGTASKD_SIMULATION_ROUNDS").flatMap { UInt64(String(cString: $0)) } ?? 12

  @Test(
    "Whatever happens: nothing is lost, doubled, too early, too much or without a record, and explaining is deciding"
  )
  func invariants() {
    var launches = 0
    var accepted = 0
    var delivered = 0
    for seed in 1...Self.rounds {
      var swarm = Swarm(seed: seed)
      swarm.run(steps: 150)
      for violation in swarm.violations.prefix(1) { Issue.record("\(violation)") }
      launches += swarm.launches
      accepted += swarm.accepted.count
      delivered += swarm.delivered.count
      if !swarm.violations.isEmpty { return }
    }
    // A simulation in which nothing happens shows nothing.
    #expect(launches > Int(Self.rounds) * 10 && accepted > Int(Self.rounds) * 10)
    #expect(delivered > Int(Self.rounds))
  }

  @Test("The same seed gives the same simulation")
  func deterministic() {
    var first = Swarm(seed: 7)
    var second = Swarm(seed: 7)
    first.run(steps: 100)
    second.run(steps: 100)
    #expect(first.scheduler.portrait == second.scheduler.portrait)
    #expect(first.store == second.store)
  }

  /// What long simulations have found, and what it was.
  static let faults: [(seed: UInt64, fault: String)] = [
    (1987, "A run that was told to stop while the disk took nothing was frozen by the next daemon")
  ]

  @Test("What a long simulation found once stays found", arguments: faults.map(\.seed))
  func replay(seed: UInt64) {
    var swarm = Swarm(seed: seed)
    swarm.run(steps: 150)
    for violation in swarm.violations { Issue.record("\(violation)") }
  }
}
