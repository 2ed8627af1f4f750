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

  @Test("The longest names that the database takes are taken here, and a host name that it refuses is not")
  func bounds() throws {
    let longest = (String(repeating: "u", count: 63), String(repeating: "g", count: 64))
    let all = try settings("[Fleet]\nDatabase=x\nAllowTasksOf=\(longest.0)\nGroups=\(longest.1)\n")
    #expect(all.allows == [AllowedUser(longest.0, as: longest.0)] && all.groups == [longest.1])
    let file = UnitFile.parse(text: "[Fleet]\nDatabase=x\n", name: "fleet.conf")
    let problem = #expect(throws: SyntaxProblem.self) { try FleetSettings(file, hostName: "(none)") }
    let words = "Name= is missing, and the host name is (none); allowed are 1 to 253 letters"
    #expect(problem?.description.contains(words) == true)
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
      (
        "[Fleet]\nDatabase=x\nAllowTasksOf=" + String(repeating: "u", count: 64) + ":backup\n",
        "fleet.conf:3: AllowTasksOf=: found the fleet user uuu"
      ),
      (
        "[Fleet]\nDatabase=x\nAllowTasksOf=" + String(repeating: "é", count: 32) + "\n",
        "allowed is the name of a role: at most 63 bytes"
      ),
      ("[Fleet]\nDatabase=x\nAllowTasksOf=a\u{85}b\n", "found the fleet user a"),
      ("[Fleet]\nDatabase=x\nAllowTasksOf=\"a\\tb\"\n", "without control characters"),
      ("[Fleet]\nDatabase=x\nAllowTasksOf=a\u{2028}b\n", "without control characters"),
      ("[Fleet]\nDatabase=x\nGroups=" + String(repeating: "g", count: 65) + "\n", "1 to 64 letters"),
      ("[Fleet]\nDatabase=x\nGroups=.a\n", "the last two not at the beginning"),
      ("[Fleet]\nDatabase=x\nName=" + String(repeating: "n", count: 254) + "\n", "1 to 253 letters"),
    ])
  func mistakes(text: String, words: String) {
    let problem = #expect(throws: SyntaxProblem.self) { try settings(text) }
    #expect(problem?.description.contains(words) == true, "\(String(describing: problem))")
  }
}
