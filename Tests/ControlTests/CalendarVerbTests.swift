import SystemdSyntax
import Testing

@testable import Control

/// Now is 2026-11-21 07:54:30.5 UTC, a Saturday.
@Suite("calendar")
struct CalendarVerbTests {
  @Test("The next dates, in full and how far off the first is, and a date to begin at")
  func dates() {
    let run = ControlRun.run(["calendar", "Mon 03:00 UTC", "-n", "2"], daemon: nil)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(run.output.contains("In full: Mon *-*-* 03:00:00 UTC\n"))
    #expect(run.output.contains("Next: Mon 2026-11-23 03:00:00"))
    #expect(run.output.contains("Then: Mon 2026-11-30 03:00:00"))
    #expect(run.lines.count { $0.contains("Then: ") } == 1)
    let later = ControlRun.run(
      ["calendar", "Mon 03:00 UTC", "--base-time", "2027-01-01 UTC", "--json", "-n", "1"], daemon: nil)
    #expect(later.output == #"{"expression":"Mon *-*-* 03:00:00 UTC","datesUSec":[1799031600000000]}"# + "\n")
  }

  @Test("What the clock skips or shows twice is as a task's ClockChange= says")
  func clockChange() {
    for (change, base, dates) in [
      (nil, "2026-03-28 12:00 UTC", "[1774830600000000,1774917000000000]"),
      ("shown", "2026-03-28 12:00 UTC", "[1774830600000000,1774917000000000]"),
      ("once", "2026-03-28 12:00 UTC", "[1774746000000000,1774830600000000]"),
      ("shown", "2026-10-24 12:00 UTC", "[1792888200000000,1792891800000000]"),
    ] {
      let options = change.map { ["--clock-change", $0] } ?? []
      let run = ControlRun.run(
        ["calendar", "02:30 Europe/Berlin", "--base-time", base, "--json", "-n", "2"] + options)
      #expect(run.output.contains(#""datesUSec":\#(dates)"#), "\(run.output)")
    }
  }

  @Test("What never comes again is exit status 1")
  func never() {
    let run = ControlRun.run(["calendar", "2020-01-01"], daemon: nil)
    #expect(run.status == .no && run.output.contains("Next: never"))
  }
}
