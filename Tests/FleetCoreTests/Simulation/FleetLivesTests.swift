import Glibc
import Testing

@testable import FleetCore

@Suite("Simulated fleets")
struct FleetLivesTests {
  /// `BGTASKD_FLEET_LIVES` asks for more than the suite can afford, `BGTASKD_FLEET_SEED` for others.
  static let lives = number("BGTASKD_FLEET_LIVES") ?? 300
  static let firstSeed = number("BGTASKD_FLEET_SEED") ?? 1

  private static func number(_ variable: String) -> UInt64? {
    getenv(variable).flatMap { UInt64(String(cString: $0)) }
  }

  @Test("One end an occurrence, rising epochs, no overlap, no slot too much, nothing lost, all done in time")
  func lives() {
    var counts = FleetLife.Counts()
    var failures = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.lives {
      var life = FleetLife(seed: seed, isTraced: getenv("BGTASKD_FLEET_TRACE") != nil)
      life.run()
      for violation in life.violations.prefix(1) { Issue.record("\(violation)") }
      if !life.violations.isEmpty { failures += 1 }
      counts.add(life.counts)
      // What is wrong everywhere need not be read everywhere.
      if failures == 10 { break }
    }
    print("fleet: \(Self.lives) lives, \(counts), \(failures) failures")
    // A simulation in which nothing happens shows nothing.
    #expect(failures > 0 || counts.runs > Int(Self.lives) * 3 && counts.ends > Int(Self.lives) * 3)
  }

  @Test("The same seed gives the same life")
  func deterministic() {
    var first = FleetLife(seed: 7)
    var second = FleetLife(seed: 7)
    first.run()
    second.run()
    #expect(first.now == second.now && first.counts.exchanges == second.counts.exchanges)
    #expect(first.log.lines.map(\.began) == second.log.lines.map(\.began))
    #expect(first.machines.map(\.agent) == second.machines.map(\.agent))
  }
}

extension FleetLife.Counts {
  mutating func add(_ other: FleetLife.Counts) {
    exchanges += other.exchanges
    runs += other.runs
    ends += other.ends
    faults += other.faults
    leasesLost += other.leasesLost
    fenced += other.fenced
    refused += other.refused
    regrants += other.regrants
  }
}
