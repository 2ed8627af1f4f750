import Foundation
import TestSupport
import Testing

/// The functions of the schema, called as machines and people call them, by scripts with a PostgreSQL of
/// their own. The long forms: `make fleet-soak`.
@Suite("The functions of the fleet's schema", .serialized)
struct SchemaTests {
  private func run(_ script: String, _ arguments: [String]) throws -> FinishedProgram? {
    try PostgresScript.run("Tests/FleetDatabaseTests/Schema/\(script)", arguments)
  }

  @Test("Each rule holds that a test of the schema names")
  func rules() throws {
    guard let run = try run("test_schema.py", ["Rules"]) else { return }
    #expect(run.status == 0, "\(run.errors.suffix(4000))")
    let count = run.errors.firstMatch(of: /Ran (\d+) tests/).flatMap { Int($0.1) }
    #expect(count ?? 0 > 50)
  }

  @Test("Machines that crash, lose answers, repeat and come back late break no rule in random lives")
  func lives() throws {
    guard let run = try run("lives.py", ["--lives", "6"]) else { return }
    #expect(run.status == 0, "\(run.output)\(run.errors.suffix(4000))")
    #expect(run.output.contains("6 lives from seed 1"))
  }

  @Test("The lives find it when a report's epoch is not checked")
  func mutation() throws {
    guard let run = try run("lives.py", ["--seed", "115", "--lives", "12", "--mutations", "epoch"]) else {
      return
    }
    #expect(
      run.status == 0 && run.output.contains("found by seed"), "\(run.output)\(run.errors.suffix(2000))")
  }
}
