import Glibc
import Testing

@Suite("The whole daemon in a simulated world")
struct WorldTests {
  /// `BGTASKD_WORLD_LIVES` asks for more than the suite can afford.
  static let lives = getenv("BGTASKD_WORLD_LIVES").flatMap { UInt64(String(cString: $0)) } ?? 60

  /// `BGTASKD_WORLD_SEED` begins with another seed, to see one again.
  static let firstSeed = getenv("BGTASKD_WORLD_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

  @Test(
    "Whatever disk, programs, users and kills do: nothing acknowledged is lost, nothing runs twice in silence"
  )
  func lives() throws {
    var acknowledged = 0
    var kills = 0
    var known = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.lives {
      let world = try World(seed: seed)
      world.run(steps: 200)
      for violation in world.violations.prefix(1) { Issue.record("\(violation)") }
      if !world.violations.isEmpty { return }
      acknowledged += world.ledger.acknowledged
      kills += world.kills
      known += world.record.known
    }
    print(
      "simulated world: \(Self.lives) lives, \(acknowledged) acknowledged, \(kills) kills, "
        + "\(known) dates known of the machine, no violation")
    // A world in which nothing happens shows nothing.
    #expect(acknowledged > Int(Self.lives) * 10 && kills > Int(Self.lives) && known > Int(Self.lives) * 3)
  }
}
