import FleetCore
import SchedulerCore
import Testing
import Varlink

@testable import FleetDatabase

@Suite("An exchange as JSON")
struct ExchangeTests {
  private static func request(_ sequence: Int64) -> ExchangeRequest {
    ExchangeRequest(machine: "m", name: "host", groups: ["lab"], session: "s", sequence: sequence)
  }

  @Test(
    "The machine's name and groups are said when the session begins and when they change, and else left out")
  func shortRequests() {
    var text = ExchangeText()
    let first = text.json(of: Self.request(1))
    #expect(first.contains(#""name":"host""#) && first.contains(#""groups":["lab"]"#))
    text.accepted()
    #expect(
      text.json(of: Self.request(2)).hasPrefix(
        #"{"knows":0,"machine":"m","sequence":2,"session":"s","token":"#))
    var changed = Self.request(3)
    changed.draining = true
    #expect(text.json(of: changed).contains(#""draining":true"#))
    // What the database has not accepted is said again.
    #expect(text.json(of: changed).contains(#""draining":true"#))
    text.accepted()
    changed.sequence = 4
    #expect(!text.json(of: changed).contains("draining"))
  }

  @Test("A repetition has the token of the exchange, the next exchange has another one, and so has a copy")
  func token() throws {
    var text = ExchangeText()
    let second = text.json(of: Self.request(2))
    #expect(text.json(of: Self.request(2)) == second)
    var copy = text
    let third = text.json(of: Self.request(3))
    #expect(third != second.replacing("\"sequence\":2", with: "\"sequence\":3"))
    #expect(copy.json(of: Self.request(3)) != third)
  }

  @Test("All that a request may say is said, with texts that JSON has to escape")
  func wholeRequest() throws {
    var request = Self.request(1)
    let id = GrantID(occurrence: 7, epoch: 3)
    request.allows = ["ops\"\n"]
    request.holds = [id]
    request.reports = [
      RunReport(id: id, outcome: .completed, success: true, exitStatus: 0, runId: "r", message: "\u{1}")
    ]
    request.releases = [GrantRelease(id: id, code: .refused, message: "no")]
    request.begun = [RunBegin(id: id, runId: "r", startedUSec: 5)]
    request.verdicts = [
      ClassVerdict(class: ClassID("c"), verdict: .lacks, code: "external", message: "needs power")
    ]
    request.dates = [TaskDate(task: 1, afterUSec: 2, dateUSec: 3, nextUSec: nil)]
    request.claim = Claim(classes: [ClassID("c")], most: 2)
    request.succeeds = SessionMark(session: "old", sequence: 9)
    request.leaving = true
    var text = ExchangeText()
    let json = text.json(of: request)
    for part in [
      #""allows":["ops\"\n"]"#, #""holds":[{"occurrence":7,"epoch":3}]"#, #""outcome":"completed""#,
      #""code":"refused""#, #""runId":"r","startedUSec":5"#, #""verdict":"lacks""#, #""dateUSec":3"#,
      #""claim":{"classes":["c"],"most":2}"#, #""succeeds":{"session":"old","sequence":9}"#,
      #""leaving":true"#,
    ] {
      #expect(json.contains(part), "\(part)")
    }
    var reader = JSONReader(reply: Array(json.utf8))
    try reader.skip()
  }

  @Test("An answer is read with its grants, and a grant's request is kept as it is written")
  func answer() throws {
    let json = """
      {"version": 1, "leaseUSec": 60000000, "askAfterUSec": 20000000, "changed": 3, "due": 9, "new": [1],
       "classes": [{"class": "c", "group": "lab", "user": "ops", "requirements": "external", "waiting": 2,
         "calendars": [{"task": 5, "expressions": ["03:00"], "zone": "Europe/Berlin", "afterUSec": 4}]}],
       "grants": [{"occurrence": 7, "epoch": 4, "task": 5, "identifier": "a.b", "user": "ops", "class": "c",
         "mode": "nightly", "request": {"kind": "processing", "x": [1, {"y": null}]}, "deadlineUSec": null}],
       "reports": [{"occurrence": 7, "epoch": 3, "result": "countedAlready"}],
       "stops": [{"occurrence": 8, "epoch": 1, "code": "notYours"}]}
      """
    guard case .accepted(let result) = try ExchangeAnswer(json: json) else {
      Issue.record("it was accepted")
      return
    }
    #expect(result.changed == 3 && result.due == 9)
    #expect(result.classes?.first?.calendars.first?.zone == "Europe/Berlin")
    #expect(result.grants.first?.request == #"{"kind": "processing", "x": [1, {"y": null}]}"#)
    #expect(
      result.grants.first?.id == GrantID(occurrence: 7, epoch: 4) && result.grants.first?.mode == .nightly)
    #expect(result.reports == [ReportAnswer(id: GrantID(occurrence: 7, epoch: 3), result: .countedAlready)])
    #expect(result.stops == [GrantStop(id: GrantID(occurrence: 8, epoch: 1), code: .notYours)])
  }

  private static func grant(_ occurrence: Int, request: String, mode: String = "once") -> String {
    """
    {"occurrence": \(occurrence), "epoch": 1, "task": 5, "identifier": "a.b", "user": "ops", "class": "c",
     "mode": "\(mode)", "request": \(request)}
    """
  }

  private static func nested(_ depth: Int) -> String {
    #"{"x": "# + String(repeating: "[", count: depth - 1) + #""]}""#
      + String(repeating: "]", count: depth - 1) + "}"
  }

  @Test(
    "A grant that cannot be read comes by its name, and the rest of the answer as it is",
    arguments: [
      (64, "{}", "once", "nested at most 64 levels deep"), (600, "{}", "once", "nested"),
      (200_000, "{}", "once", "nested"), (1, "{}", "twice", "once, everywhere, nightly"),
      (1, "null", "once", "request"), (1, "{,}", "once", "expected"),
    ])
  func unreadableGrant(depth: Int, request: String, mode: String, words: String) throws {
    let grant = Self.grant(7, request: depth > 1 ? Self.nested(depth) : request, mode: mode)
    let json = """
      {"version": 1, "leaseUSec": 90000000, "grants": [\(Self.grant(6, request: #"{"a": "]}"}"#)), \(grant),
       \(Self.grant(8, request: Self.nested(63)))], "changed": 3}
      """
    guard case .accepted(let result) = try ExchangeAnswer(json: json) else {
      Issue.record("it was accepted")
      return
    }
    #expect(result.leaseUSec == 90_000_000 && result.changed == 3)
    #expect(result.grants.map(\.id.occurrence) == [6, 8] && result.grants.first?.request == #"{"a": "]}"}"#)
    let unreadable = try #require(result.unreadable.first)
    #expect(unreadable.id == GrantID(occurrence: 7, epoch: 1) && unreadable.class == ClassID("c"))
    #expect(unreadable.identifier == "a.b" && unreadable.user == "ops")
    #expect(unreadable.message.contains(words), "\(unreadable.message)")
  }

  @Test("A grant that can be read can be read again from the agent's file, however deep it is")
  func deepestStored() throws {
    let json = #"{"grants": ["# + Self.grant(7, request: Self.nested(63)) + "]}"
    guard case .accepted(let result) = try ExchangeAnswer(json: json) else {
      Issue.record("it was accepted")
      return
    }
    let stored = StoredFleet(
      revision: 1, isDurable: true, boot: "b", mark: SessionMark(session: "s", sequence: 3),
      isAccepted: true, succeeds: nil, lease: nil,
      grants: result.grants.map { StoredGrant(id: $0.id, grant: $0) })
    #expect(stored.grants.count == 1)
    #expect(try StoredFleet(json: stored.json) == stored)
  }

  @Test(
    "Arrays without elements have none, and texts that end early are no array",
    arguments: [
      ("[]", 0), ("[ ]", 0), ("[1]", 1), (#"[{"a": [1, 2]}, "],"]"#, 2), ("[1", nil), (#"["]"#, nil),
      (#"["\"#, nil), ("7", nil), ("", nil), ("]", nil),
    ])
  func pieces(json: String, count: Int?) {
    #expect(JSONPieces(Array(json.utf8)[...])?.pieces.count == count)
  }

  @Test("The answer of a busy database is read as one")
  func busy() throws {
    let json = """
      {"version": 1, "leaseUSec": 60000000, "askAfterUSec": 20000000, "nowUSec": 5, "changed": 3,
       "busy": true}
      """
    var expected = ExchangeResult(nowUSec: 5)
    (expected.changed, expected.isBusy) = (3, true)
    #expect(try ExchangeAnswer(json: json) == .accepted(expected))
  }

  @Test("A refusal is read with its code")
  func refusal() throws {
    let json = #"{"version": 1, "refused": {"code": "identity", "message": "another machine"}}"#
    #expect(try ExchangeAnswer(json: json) == .refused(Refusal(code: .identity, message: "another machine")))
  }

  @Test(
    "An answer that is none says what was found and what is expected",
    arguments: [
      ("", "an object"), ("[]", "an object"), (#"{"grants": [{}]}"#, "occurrence"),
      (#"{"reports": [{"occurrence": 1, "epoch": 1, "result": "maybe"}]}"#, "fenced"),
      (#"{"leaseUSec": "long"}"#, "leaseUSec"), (#"{"stops": 7}"#, "stops"),
      (#"{"version": 2}"#, "found 2, expected version 1"), (#"{"grants": 7}"#, "grants"),
      (#"{"grants": [{"occurrence": 1, "request": {}}]}"#, "grants[0].epoch: missing"),
      (#"{"grants": ["#, "grants"),
    ])
  func wrong(json: String, expected: String) throws {
    let error = #expect(throws: InvalidValue.self) { try ExchangeAnswer(json: json) }
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
  }

  @Test("The agent's state is read as it was written")
  func state() throws {
    let id = GrantID(occurrence: 7, epoch: 3)
    let grant = Grant(
      id: id, task: 5, identifier: "a.b", user: "ops", class: ClassID("c"), mode: .everywhere,
      request: #"{"kind":"processing"}"#, deadlineUSec: 9)
    let full = StoredFleet(
      revision: 12, isDurable: true, boot: "b", mark: SessionMark(session: "s", sequence: 3),
      isAccepted: true,
      succeeds: SessionMark(session: "old", sequence: 9),
      lease: FleetLease(sent: BootTime(uSec: 5), leaseUSec: 60_000_000),
      grants: [
        StoredGrant(id: id, grant: grant),
        StoredGrant(
          id: id, grant: nil, begin: RunBegin(id: id, runId: "r", startedUSec: 1),
          end: RunReport(
            id: id, outcome: .killed, success: false, signal: "SIGKILL", runId: "r", message: "late"),
          release: GrantRelease(id: id, code: .conditions, message: "busy")),
      ])
    #expect(try StoredFleet(json: full.json) == full)
    let bare = StoredFleet(
      revision: 1, isDurable: false, boot: "", mark: SessionMark(session: "s", sequence: 1),
      isAccepted: false,
      succeeds: nil, lease: nil, grants: [])
    #expect(try StoredFleet(json: bare.json) == bare)
  }
}
