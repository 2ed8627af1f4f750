import FleetAPI
import Testing

@testable import Control

@Suite("fleet watch")
struct FleetWatchTests {
  /// A database that answers questions with what a test has written down, and ends after that.
  private final class Link: FleetLink {
    private var frames: [SessionFrame]
    private(set) var questions: [String] = []

    init(_ frames: [SessionFrame]) { self.frames = frames }

    func send(_ argument: [UInt8]) throws(Failure) {
      questions.append(String(decoding: argument, as: UTF8.self))
    }

    func receive(within limit: Duration?) throws(Failure) -> SessionFrame? {
      // A wait with a limit is for time to pass, and none passes here.
      if limit != nil, case .answer? = frames.first { return .hint }
      guard !frames.isEmpty else { throw Failure(.unavailable, name: "Over", message: "the script is over") }
      return frames.removeFirst()
    }
  }

  private static func page(_ events: String, next: String? = nil, gone: Int64? = nil) -> SessionFrame {
    let more = (next.map { ", \"next\": \"\($0)\"" } ?? "") + (gone.map { ", \"goneUSec\": \($0)" } ?? "")
    return .answer(
      Array("{\"events\": [\(events)], \"settledUSec\": 5, \"askAfterUSec\": 20000000\(more)}".utf8))
  }

  private static func event(_ id: Int, _ rest: String) -> String {
    "{\"id\": \(id), \"timeUSec\": \(ControlRun.now), \(rest)}"
  }

  private func run(_ link: Link, _ arguments: String..., width: Int? = nil) -> ControlRun {
    // Each look at the clock is a second later, so that no wait lasts.
    var clock: Int64 = 0
    return ControlRun.run(
      ["fleet", "watch"] + arguments, width: width, link: { _ in link },
      monotonic: {
        clock += 1_000_000
        return clock
      })
  }

  private static let task =
    #""task": 1, "identifier": "org.x", "user": "ops", "group": "lab", "mode": "once""#

  @Test("Each event is a line as it happens; what had happened before is none")
  func lines() {
    let machine = #""machine": "m1", "occurrence": 4, "attempt": 2"#
    let happened = [
      #""event": "submitted""#, #""event": "granted", \#(machine)"#, #""event": "begun", \#(machine)"#,
      #""event": "returned", "code": "conditions", \#(machine)"#,
      #""event": "returned", "code": "refused", \#(machine)"#,
      #""event": "returned", "code": "lost", \#(machine)"#, #""event": "cancelled", \#(machine)"#,
      #""event": "ended", \#(machine), "outcome": "completed", "success": false, "exitStatus": 3"#,
      #""event": "corrected", \#(machine), "outcome": "completed", "success": true,"#
        + #""message": "a\u001b[2Jb""#,
      #""event": "ended", "outcome": "missed", "success": false"#,
    ]
    let machines = ["joined", "restarted", "lost", "left", "forgotten"].map {
      "\"event\": \"\($0)\", \"machine\": \"m1\""
    }
    let events =
      happened.enumerated().map { Self.event($0 + 10, "\($1), \(Self.task)") }
      + machines.enumerated().map { Self.event($0 + 30, $1) }
    let link = Link([
      Self.page(Self.event(1, "\"event\": \"begun\", \(Self.task)")), .hint,
      Self.page(events.joined(separator: ",")),
    ])
    let run = run(link)
    #expect(run.status == .unavailable && run.errors.contains("the script is over"))
    #expect(
      run.output == """
        07:54:30  submitted     org.x                     once in the group lab by ops
        07:54:30  granted       org.x                     to m1, attempt 2
        07:54:30  begun         org.x                     on m1
        07:54:30  returned      org.x                     by m1, which cannot do it now
        07:54:30  returned      org.x                     by m1, which refuses it
        07:54:30  returned      org.x                     from m1, which was lost or has forgotten it
        07:54:30  cancelled     org.x                     m1 is told to stop
        07:54:30  ended         org.x                     failed (exit 3) on m1
        07:54:30  corrected     org.x                     succeeded on m1: a\\x1b[2Jb
        07:54:30  ended         org.x                     missed (its deadline had passed)
        07:54:30  joined        m1                        takes part
        07:54:30  restarted     m1                        its agent has started again
        07:54:30  lost          m1                        not seen; its work is given to others
        07:54:30  left          m1                        takes part no more
        07:54:30  forgotten     m1                        was removed

        """)
  }

  @Test("A page that is told again, over a lost connection as well, is told once, and the gap is said")
  func reconnection() {
    let (one, two) = (
      Self.event(1, "\"event\": \"begun\", \(Self.task)"), Self.event(2, "\"event\": \"begun\", \(Self.task)")
    )
    let link = Link([
      Self.page(""), .hint, Self.page(one), .hint, .away("no route\u{1B}[2J"), .away("no route"),
      Self.page("\(one), \(two)", gone: 9),
    ])
    let run = run(link, "--json")
    #expect(run.lines.count == 2 && run.lines[0].contains("\"id\":1") && run.lines[1].contains("\"id\":2"))
    let said = run.errors.split(whereSeparator: \.isNewline).prefix(3).map(String.init)
    #expect(
      said == [
        #"bgtaskctl: the fleet's database does not answer and is asked again: no route\x1b[2J"#,
        "bgtaskctl: the fleet's database answers again",
        "bgtaskctl: the database has no events any more until 1970-01-01 00:00",
      ], "\(run.errors)")
  }

  @Test("The tasks, the user and the places are asked for; a number of events ends it")
  func questions() {
    let event = Self.event(1, "\"event\": \"begun\", \(Self.task)")
    let link = Link([Self.page("", next: "7:1"), Self.page(""), .hint, Self.page(event)])
    let run = run(link, "org.x", "--of-user", "ops", "-n", "1")
    #expect(run.status == .success && run.lines.count == 1, "\(run)")
    let base = #""identifiers":["org.x"]"#
    #expect(
      link.questions == [
        "{\(base),\"user\":\"ops\"}", "{\"after\":\"7:1\",\(base),\"user\":\"ops\"}",
        "{\(base),\"sinceUSec\":5,\"user\":\"ops\"}",
      ])
  }

  @Test("A reply that cannot be read, and a line that is too wide, do no harm")
  func strange() {
    #expect(run(Link([.answer(Array("[]".utf8))])).status == .software)
    let wide = Self.event(1, "\"event\": \"lost\", \"machine\": \"\(String(repeating: "m", count: 300))\"")
    let run = run(Link([Self.page(""), .hint, Self.page(wide)]), width: 40)
    #expect(run.lines.allSatisfy { $0.count <= 40 })
  }
}

@Suite("Following a fleet's events")
struct FleetFollowingTests {
  private let second: Int64 = 1_000_000

  private func page(
    _ ids: [Int], at date: Int64 = 100, next: String? = nil, settled: Int64
  ) -> FleetMethod.Events.Reply {
    .init(
      events: ids.map { .init(id: $0, event: "begun", timeUSec: date) }, next: next, settledUSec: settled,
      askAfterUSec: 20_000_000)
  }

  /// A course and its steps, for expectations, which take no mutating calls.
  private final class Course {
    private var following = FleetFollowing()

    /// Begins a course whose first round is over at the date 0.
    init(_ first: FleetMethod.Events.Reply) {
      #expect(next(at: 0) == .ask(sinceUSec: nil, after: nil))
      #expect(take(first, at: 0).isEmpty)
    }

    var isAway: Bool { following.isAway }
    func next(at now: Int64) -> FleetFollowing.Step { following.next(at: now) }
    func hinted() { following.hinted() }
    func failed(at now: Int64) -> Bool { following.failed(at: now) }

    /// Takes a page, and returns the numbers of the events that are new.
    func take(_ page: FleetMethod.Events.Reply, at now: Int64) -> [Int] {
      following.take(page, at: now).events.map(\.id)
    }
  }

  private func begun() -> Course { Course(page([1], settled: 90)) }

  @Test("Without hints the database is asked at the interval that it has told, from where all is settled")
  func interval() {
    let course = begun()
    #expect(course.next(at: 5 * second) == .wait(uSec: 15 * second))
    #expect(course.next(at: 20 * second) == .ask(sinceUSec: 90, after: nil))
    #expect(course.next(at: 21 * second) == .wait(uSec: nil))
  }

  @Test("Hints are answered at once, and not more often than five times a second")
  func hints() {
    let course = begun()
    course.hinted()
    #expect(course.next(at: 1000) == .wait(uSec: 199_000))
    #expect(course.next(at: 200_000) == .ask(sinceUSec: 90, after: nil))
    // One that comes while the question is under way means another round.
    course.hinted()
    _ = course.take(page([], settled: 91), at: 300_000)
    #expect(course.next(at: 300_000) == .wait(uSec: 100_000))
    #expect(course.next(at: 400_000) == .ask(sinceUSec: 91, after: nil))
  }

  @Test("A round reads all pages, and the next one begins where the first page's date was settled")
  func pages() {
    let course = begun()
    #expect(course.next(at: 20 * second) == .ask(sinceUSec: 90, after: nil))
    #expect(course.take(page([1, 2], next: "100:2", settled: 110), at: 21 * second) == [2])
    #expect(course.next(at: 21 * second) == .ask(sinceUSec: nil, after: "100:2"))
    #expect(course.take(page([3], settled: 150), at: 22 * second) == [3])
    #expect(course.next(at: 60 * second) == .ask(sinceUSec: 110, after: nil))
  }

  @Test("An event that appears late is told, and none is told twice")
  func late() {
    let course = begun()
    var seen: [Int] = []
    for ids in [[1, 4], [1, 3, 4], [1, 2, 3, 4, 5]] {
      course.hinted()
      guard case .ask = course.next(at: .max / 2) else {
        Issue.record("it is not asked")
        return
      }
      seen += course.take(page(ids, settled: 95), at: 0)
    }
    #expect(seen == [4, 3, 2, 5])
  }

  @Test("A clock of another server that is behind repeats nothing")
  func otherClock() {
    let course = begun()
    _ = course.next(at: 20 * second)
    _ = course.take(page([2], at: 120, settled: 110), at: 20 * second)
    _ = course.next(at: 40 * second)
    _ = course.take(page([], settled: 80), at: 40 * second)
    #expect(course.next(at: 60 * second) == .ask(sinceUSec: 110, after: nil))
    #expect(course.take(page([2], at: 120, settled: 111), at: 60 * second).isEmpty)
  }

  @Test("After a failure the round begins again, after growing pauses, and the first failure is said")
  func failures() {
    let course = begun()
    _ = course.next(at: 20 * second)
    _ = course.take(page([2], next: "100:2", settled: 95), at: 20 * second)
    _ = course.next(at: 20 * second)
    #expect(course.failed(at: 20 * second))
    // A hint is the sign that the connection is gone, too.
    course.hinted()
    #expect(course.next(at: 20 * second) == .wait(uSec: second))
    #expect(course.next(at: 21 * second) == .ask(sinceUSec: 90, after: nil))
    #expect(!course.failed(at: 21 * second))
    #expect(course.next(at: 21 * second) == .wait(uSec: 2 * second))
    _ = course.next(at: 23 * second)
    #expect(course.isAway)
    #expect(course.take(page([1, 2, 3], settled: 96), at: 24 * second) == [3])
    #expect(!course.isAway)
    _ = course.next(at: 60 * second)
    #expect(course.failed(at: 60 * second))
    #expect(course.next(at: 60 * second) == .wait(uSec: second))
  }

  @Test("Messages are read as they are written, and others are none")
  func frames() {
    for frame in [SessionFrame.hint, .away("no route, no host"), .answer(Array(#"{"a": "b c"}"#.utf8))] {
      #expect(SessionFrame(frame.bytes.dropLast()) == frame)
    }
    for text in ["", "hint x", "answer", "away", "other x"] { #expect(SessionFrame(Array(text.utf8)) == nil) }
  }
}
