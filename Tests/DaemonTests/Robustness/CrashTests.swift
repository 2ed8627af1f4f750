import Foundation
import Testing

@Suite("A daemon that is killed", .serialized)
struct CrashTests {
  /// After so many rounds a loop is brought to its end and looked at as a whole.
  private static let roundsPerLoop = 50

  @Test("SIGKILL at any moment loses nothing that was acknowledged, and doubles nothing")
  func loop() throws {
    let variables = ProcessInfo.processInfo.environment
    var rounds = variables["BGTASKD_CRASH_ROUNDS"].flatMap { Int($0) } ?? Self.roundsPerLoop
    var seed = variables["BGTASKD_CRASH_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    while rounds > 0 {
      // What the clients do and what each kill waits for follows from it; how far the daemon is then does
      // not.
      print("crash loop: BGTASKD_CRASH_SEED=\(seed), \(min(rounds, Self.roundsPerLoop)) rounds")
      let problems = try problems(seed: seed, rounds: min(rounds, Self.roundsPerLoop))
      #expect(problems.isEmpty, "BGTASKD_CRASH_SEED=\(seed)")
      rounds -= Self.roundsPerLoop
      seed &+= 1
    }
  }

  private func problems(seed: UInt64, rounds: Int) throws -> [String] {
    let loop = try CrashLoop(seed: seed)
    do {
      for _ in 0..<rounds { try loop.runRound() }
      return try loop.finish()
    } catch {
      return loop.problems + ["\(error)"]
    }
  }
}
