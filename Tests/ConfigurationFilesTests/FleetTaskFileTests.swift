import Foundation
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("A task's file that is for a fleet")
struct FleetTaskFileTests {
  private static let command = "[Task]\nCommand=/opt/render x\n"

  @Test("Its keys say how the work is spread; the daemon gets no task, and machines no dates")
  func keys() throws {
    let nightly = try TaskFolders.read(
      Self.command + "Fleet=nightly\nOnCalendar=03:00\nOnCalendar=Sun 12:00\nFleetZone=Europe/Berlin\n"
        + "FleetGroup=lab-1\nFleetAttempts=5\nRequiresExternalPower=yes\n")
    #expect(nightly.problems == [] && nightly.fleet.problems == [])
    #expect(nightly.set.declarations.isEmpty && nightly.set.unreadable.isEmpty && nightly.set.isComplete)
    let task = try #require(nightly.fleet.declarations.first)
    var placement = FleetPlacement(mode: .nightly)
    (placement.group, placement.attempts, placement.zone) = ("lab-1", 5, "Europe/Berlin")
    placement.dates = ["03:00", "Sun 12:00"]
    #expect(task.placement == placement)
    #expect(task.request.identifier == "org.example.a" && task.request.calendar == nil)
    #expect(task.request.command?.argv == ["/opt/render", "x"] && task.request.requiresExternalPower == true)
    let everywhere = try TaskFolders.read(Self.command + "Fleet=everywhere\nFleetAtMost=2\n")
    #expect(everywhere.problems == [])
    #expect(everywhere.fleet.declarations.first?.placement.atMost == 2)
    // Without the key it is a task of this machine.
    let here = try TaskFolders.read(Self.command)
    #expect(here.set.declarations.count == 1 && here.fleet.declarations.isEmpty)
  }

  private static let mistakes: KeyValuePairs = [
    "Fleet=sometimes":
      "error 3: Fleet=: found sometimes, allowed are once, everywhere, nightly",
    "FleetGroup=lab": "error 3: FleetGroup=: found without Fleet=, which it needs",
    "Fleet=once\nFleetGroup=-x": "error 4: FleetGroup=: found -x, allowed are 1 to 64 letters, digits,",
    "Fleet=once\nFleetAtMost=2":
      "error 4: FleetAtMost=: found with Fleet=once, allowed only with Fleet=everywhere",
    "Fleet=everywhere\nFleetAtMost=0": "error 4: FleetAtMost=: '0' is out of range; allowed is 1 to 1000",
    "Fleet=once\nFleetAttempts=101": "error 4: FleetAttempts=: '101' is out of range; allowed is 1 to 100",
    "Fleet=once\nFleetZone=UTC":
      "error 4: FleetZone=: found with Fleet=once, allowed only with Fleet=nightly",
    "Fleet=once\nOnCalendar=daily": "error 4: OnCalendar=: found with Fleet=once, allowed only with Fleet=n",
    "Fleet=nightly": "error 3: Fleet=: found nightly without OnCalendar=, which says the dates",
    "Fleet=nightly\nOnCalendar=daily\nFleetZone=No/Where": "error 5: FleetZone=: 'No/Where' is no time zone",
    "Fleet=nightly\nOnCalendar=*-02-30": "error 4: OnCalendar=: there is no such date",
    "Fleet=nightly\nOnCalendar=daily\nDeadline=2100-01-01 UTC":
      "error 5: Deadline=: found with Fleet=nightly, whose dates have no deadline",
    "Fleet=once\nEvery=1h": "error 4: Every=: found together with Fleet=: only a nightly task has dates",
    "Fleet=nightly\nOnCalendar=daily\nClockChange=once":
      "error 5: ClockChange=: found together with Fleet=: dates are those that bgtaskctl calendar shows",
    "Fleet=nightly\nOnCalendar=daily\nRandomizedDelay=1h":
      "error 5: RandomizedDelay=: found together with Fleet=: each date is one machine's",
    "Fleet=once\nEarliestBegin=2026-11-01 10:00":
      "error 4: EarliestBegin=: found 2026-11-01 10:00, which is another moment in another time",
    "Fleet=once\nDeadline=2026-11-01":
      "error 4: Deadline=: found 2026-11-01, which is another moment in another time",
    "Fleet=once\nDeadline=soon":
      "error 4: Deadline=: found soon, which is no date; allowed with Fleet= is a whole date with UTC, for",
    "EarliestBegin=+2h\nFleet=once":
      "error 3: EarliestBegin=: found +2h, which depends on when the file is read; allowed with Fleet= is a",
    "Fleet=once\nUser=root": "error 4: User=: found together with Fleet=: AllowTasksOf= of each machine",
    "Fleet=once\nDelay=5min": "error 4: Delay=: found together with Fleet=: the length would begin anew",
    "Fleet=once\nRetry=linear": "error 4: Retry=: found together with Fleet=: the database gives out again",
    "Fleet=once\nGroup=restic":
      "error 4: Group=: found together with Fleet=: tasks of a fleet have no order among them",
    "Fleet=once\nOnFailure=/bin/true": "error 4: OnFailure=: found together with Fleet=: a machine knows",
  ]

  @Test("What a fleet cannot have is an error at its line, and no task of anybody")
  func mistakes() throws {
    for (text, problem) in Self.mistakes {
      let loaded = try TaskFolders.read(Self.command + text + "\n")
      let found = loaded.problems.map { "\($0.severity.rawValue) \($0.line ?? 0): \($0.text)" }
      #expect(found.count == 1 && found[0].hasPrefix(problem), "\(text): \(found)")
      #expect(loaded.set.declarations.isEmpty && loaded.fleet.declarations.isEmpty)
      #expect(loaded.set.unreadable == ["org.example.a.task"])
    }
  }

  @Test("Dates of a file that is for a fleet are in UTC, or seconds since the epoch")
  func dates() throws {
    for text in ["2026-11-01 10:00 UTC", "@1793527200"] {
      let loaded = try TaskFolders.read(Self.command + "Fleet=once\nEarliestBegin=\(text)\n")
      #expect(loaded.problems == [])
      let begin = loaded.fleet.declarations.first?.request.earliestBeginUSec
      #expect(begin == 1_793_527_200_000_000, "\(text)")
    }
  }

  @Test("A task that an application handles is none of a fleet")
  func application() throws {
    #expect(
      try TaskFolders.problems("[Task]\nKind=refresh\nFleet=once\n") == [
        "error 2: Kind=: found refresh without Command=, Unit= and URL=: machines of a fleet run programs, "
          + "and no applications that handle tasks"
      ])
    for work in ["Unit=backup.service", "URL=https://example.org/x\nFile=/srv/x"] {
      let loaded = try TaskFolders.read("[Task]\nFleet=everywhere\n\(work)\n")
      #expect(loaded.problems == [] && loaded.fleet.declarations.count == 1, "\(work)")
    }
  }

  @Test("Every field without a meaning in a fleet is refused by the reason that its table has")
  func fields() throws {
    let without = RequestField.all.filter { !$0.hasMeaningInFleet }
    #expect(without.count > 15 && without.count < RequestField.all.count / 2)
    #expect(RequestField.ofFleet.count + without.count == RequestField.all.count)
    #expect(RequestField.ofFleet.map(\.name).contains("earliestBeginUSec"))
  }

  @Test("Files hide and override each other as those of the daemon; drop-ins count; errors of others do not")
  func directories() throws {
    let folders = try TaskFolders()
    for name in ["a", "b", "c"] { try folders.write("vendor/\(name).task", Self.command + "Fleet=once\n") }
    try folders.write("user/a.task", "")
    try folders.write("system/b.task", Self.command)
    try folders.write("user/c.task.d/more.conf", "[Task]\nFleet=everywhere\nFleetAtMost=3\n")
    try folders.write("user/d.task", "[Task]\nComand=/bin/true\n")
    try folders.write("user/e.task", Self.command + "Fleet=once\nEvery=1h\n")
    let loaded = folders.load()
    #expect(loaded.set.declarations.map(\.request.identifier) == ["b"])
    #expect(loaded.fleet.declarations.map(\.request.identifier) == ["c"])
    #expect(loaded.fleet.declarations.first?.placement.atMost == 3)
    #expect(loaded.fleet.problems.map(\.file) == [folders.folder.path("user/e.task")])
    #expect(loaded.problems.count > 1 && loaded.set.unreadable == ["d.task", "e.task"])
  }

  @Test("Of two files for one task one counts, whether they are for the daemon or for a fleet")
  func collisions() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/a.task", Self.command + "Identifier=x\n")
    try folders.write("vendor/x.task", Self.command + "Fleet=once\n")
    try folders.write("vendor/y.task", Self.command + "Fleet=once\nIdentifier=x\n")
    let loaded = folders.load()
    #expect(loaded.set.declarations.isEmpty && loaded.fleet.declarations.count == 1)
    #expect(loaded.fleet.problems.map(\.file) == [folders.folder.path("vendor/y.task")])
    #expect(loaded.problems.count == 2)
  }

  @Test("What the database refuses is a problem of the line that says so")
  func refusals() throws {
    let loaded = try TaskFolders.read(
      Self.command + "Fleet=everywhere\nFleetAtMost=2\nOnSuccess=\n")
    let task = try #require(loaded.fleet.declarations.first)
    let atMost = try #require(task.problem(refusedWith: "atMost: found 2; Allowed: 3 or more."))
    #expect(atMost.line == 4 && atMost.text == "FleetAtMost=: found 2; Allowed: 3 or more.")
    let group = try #require(task.problem(refusedWith: "group: found \"all\""))
    #expect(group.line == nil && group.text == "FleetGroup=: found \"all\"")
    #expect(task.problem(refusedWith: "calendar.zone: found 1")?.text == "OnCalendar=: found 1")
    // The file has no part in these.
    #expect(task.problem(refusedWith: "permission denied") == nil)
    #expect(task.problem(refusedWith: "file: found \"x\"") == nil)
  }

  @Test("A template makes tasks of a fleet, and its instances cannot be run by hand here")
  func template() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/b@.task", "[Task]\nFleet=everywhere\nCommand=/opt/b %i\n")
    try FileManager.default.createSymbolicLink(
      atPath: folders.folder.path("vendor/b@home.task"), withDestinationPath: "b@.task")
    let loaded = folders.load()
    #expect(loaded.fleet.declarations.map(\.request.command?.argv) == [["/opt/b", "home"]])
    var loader = ConfigurationLoader(
      ConfigurationDirectories(isSystem: false, environment: { _ in nil }, home: "/nowhere"),
      taskOwner: .user(1000))
    loader.taskDirectories = [folders.folder.path("vendor")]
    let instance = try #require(try TaskInstance("b@work"))
    guard case .unreadable(let problems)? = loader.instance(instance) else {
      Issue.record("an instance of a fleet's template was given to the daemon")
      return
    }
    #expect(problems.count == 1 && problems[0].text.hasPrefix("Fleet=: the daemon runs no task of a fleet"))
  }

  @Test("check finds a fleet's file right whose program this machine does not have")
  func check() throws {
    let folder = try TemporaryFolder()
    let moment = Moment(wall: WallTime(uSec: 0), monotonic: MonotonicTime(uSec: 0))
    for (text, count) in [("Fleet=once\nRuntimeLimit=20d\n", 0), ("Fleet=once\nEvery=1h\n", 1), ("", 1)] {
      let file = try folder.write("a.task", Self.command + text)
      var checker = FileChecker(owner: .system, rules: SchedulerConfiguration())
      checker.check(file)
      checker.checkTogether(at: moment)
      #expect(checker.problems.count == count, "\(text): \(checker.problems)")
    }
  }
}
