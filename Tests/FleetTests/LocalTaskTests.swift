import FleetCore
import SchedulerAPI
import SchedulerCore
import Testing

@testable import Fleet

@Suite("The tasks of grants")
struct LocalTaskTests {
  /// The date of the machine's clock.
  private static let now = WallTime(uSec: 1_000_000)

  private func grant(_ request: String) -> Grant {
    Grant(
      id: GrantID(occurrence: 7, epoch: 3), task: 1, identifier: "org.example.backup", user: "ops",
      class: ClassID("c"), mode: .once, request: request, deadlineUSec: 9)
  }

  private func request(_ text: String, timeLeft: TimeSpan? = nil) throws -> GrantSubmission {
    GrantSubmission(
      grant: grant(text), localUser: "backup", trust: Trust(until: BootTime(uSec: 50)), timeLeft: timeLeft)
  }

  @Test("A grant's task has the grant's name, the lease, the fence, and nothing that the database decides")
  func request() throws {
    let text = """
      {"identifier": "org.example.backup", "kind": "processing", "repeatDurationUSec": 60000000,
       "command": {"argv": ["/bin/true"], "environment": {"A": "b", "BGTASK_FENCE": "99"}}}
      """
    let request = try LocalTask.request(self.request(text), at: Self.now)
    #expect(request.identifier == "fleet.7.3" && request.label == "org.example.backup")
    #expect(request.trustedUntilUSec == 50 && request.deadlineUSec == nil && request.onDeadline == nil)
    #expect(request.repeatDurationUSec == nil && request.onConflict == .keep)
    #expect(request.command?.environment == ["A": "b", "BGTASK_FENCE": "3"])
    #expect(request.command?.argv == ["/bin/true"])
  }

  @Test("A task has none of the database's dates: it begins at once, and has so long until it is dropped")
  func dates() throws {
    let text = """
      {"identifier": "a", "kind": "processing", "earliestBeginUSec": 2000000, "deadlineUSec": 9000000,
       "onDeadline": "run", "command": {"argv": ["/bin/true"]}}
      """
    let request = try LocalTask.request(self.request(text, timeLeft: .seconds(3)), at: Self.now)
    #expect(request.earliestBeginUSec == nil && request.deadlineUSec == 4_000_000)
    #expect(request.onDeadline == .drop)
    _ = try request.submission()
  }

  @Test(
    "A request with a field that this version does not know is refused",
    arguments: [#"{"kind": "x"}"#, "{}", #"{"y": 1}"#])
  func unknown(text: String) {
    #expect(throws: (any Error).self) { try LocalTask.request(self.request(text), at: Self.now) }
  }

  @Test("A long identifier is the task's label as far as labels go")
  func longName() throws {
    let name = String(repeating: "k", count: 255)
    let grant = Grant(
      id: GrantID(occurrence: 1, epoch: 1), task: 1, identifier: name, user: "ops", class: ClassID("c"),
      mode: .once, request: #"{"identifier": "a", "kind": "processing", "command": {"argv": ["/bin/true"]}}"#)
    let request = try LocalTask.request(
      GrantSubmission(grant: grant, localUser: "backup", trust: Trust(until: BootTime(uSec: 50))),
      at: Self.now)
    #expect(request.label?.utf8.count ?? 99 <= 64)
    _ = try request.submission()
  }

  @Test("A task that another user has given a grant's name is not the grant's")
  func spoofed() {
    var owners = GrantOwners()
    let (id, unknown) = (GrantID(occurrence: 1, epoch: 1), GrantID(occurrence: 2, epoch: 1))
    owners[id] = "backup"
    #expect(owners.hasTask(of: id, "backup") && !owners.hasTask(of: id, "eve"))
    #expect(owners.hasTask(of: unknown, "eve") && !owners.hasTask(of: unknown, "backup"))
  }

  @Test("Only names of grants are taken for grants")
  func names() {
    #expect(GrantName.grant(of: "fleet.7.3") == GrantID(occurrence: 7, epoch: 3))
    for name in ["fleet.7", "fleet.07.3", "fleet.7.3.1", "fleet.a.b", "other.7.3", "fleet..3", "fleet.+7.3"] {
      #expect(GrantName.grant(of: name) == nil, "\(name)")
    }
  }
}
