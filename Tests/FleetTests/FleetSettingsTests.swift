import FleetCore
import SystemdSyntax
import Testing

@testable import Fleet

@Suite("fleet.conf")
struct FleetSettingsTests {
  private func settings(_ text: String) throws(SyntaxProblem) -> FleetSettings {
    try FleetSettings(UnitFile.parse(text: text, name: "fleet.conf"), hostName: "host")
  }

  @Test("A file with everything is read, and one with the database alone has usual values")
  func whole() throws {
    let all = try settings(
      """
      [Fleet]
      Name=lab-7
      Database=host=db dbname=fleet
      Groups=lab gpu
      Groups=night
      AllowTasksOf=ops:backup dev
      MaxConcurrentRuns=2
      """)
    #expect(all.name == "lab-7" && all.database == "host=db dbname=fleet" && all.mostRuns == 2)
    #expect(all.groups == ["lab", "gpu", "night"])
    #expect(all.allows == [AllowedUser("ops", as: "backup"), AllowedUser("dev", as: "dev")])
    let bare = try settings("[Fleet]\nDatabase=postgres:///fleet\n")
    #expect(bare.name == "host" && bare.groups.isEmpty && bare.allows.isEmpty && bare.mostRuns == 4)
  }

  @Test(
    "A mistake is named with its line and what is allowed",
    arguments: [
      ("[Fleet]\n", "Database= is missing"), ("[Flet]\nDatabase=x\n", "[Fleet]"),
      (
        "[Fleet]\nDatabase=x\nGroup=a\n",
        "fleet.conf:3: Group=: no setting of [Fleet]; allowed are Name, Database, Groups"
      ),
      ("[Fleet]\nDatabase=x\nAllowTasksOf=a:b:c\n", "fleet.conf:3: AllowTasksOf=: found a:b:c, expected"),
      ("[Fleet]\nDatabase=x\nAllowTasksOf=:b\n", "FLEETUSER:LOCALUSER"),
      ("[Fleet]\nDatabase=x\nMaxConcurrentRuns=1001\n", "1000"),
      ("[Fleet]\nDatabase=x\nMaxConcurrentRuns=-1\n", "MaxConcurrentRuns="),
      ("[Fleet]\nDatabase=x\nGroups=a/b\n", "fleet.conf:3: Groups=: found a/b, allowed are 1 to 64 letters"),
      ("[Fleet]\nDatabase=x\nName=my host\n", "Name=: found my host"),
      (
        "[Fleet]\nDatabase=x\nGroups=" + (0..<33).map { "g\($0)" }.joined(separator: " ") + "\n",
        "found 33 groups, allowed are 32"
      ),
      (
        "[Fleet]\nDatabase=x\nAllowTasksOf=" + (0..<257).map { "u\($0)" }.joined(separator: " ") + "\n",
        "found 257 entries, allowed are 256"
      ),
    ])
  func mistakes(text: String, words: String) {
    let problem = #expect(throws: SyntaxProblem.self) { try settings(text) }
    #expect(problem?.description.contains(words) == true, "\(String(describing: problem))")
  }
}
