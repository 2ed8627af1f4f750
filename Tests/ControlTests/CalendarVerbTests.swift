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
    #expect(run.status == .no && run.output.hasSuffix("Next: never\n"))
  }

  @Test("A weekday that one whole date is not says which day it is")
  func contradiction() {
    for (text, day) in [
      ("Thu 2027-01-01", "2027-01-01 is a Friday"), ("Mon..Fri 2028-02-27 08:00", "2028-02-27 is a Sunday"),
    ] {
      let run = ControlRun.run(["calendar", text], daemon: nil)
      #expect(run.status == .no && run.output.hasSuffix("Next: never: \(day)\n"), "\(run.output)")
    }
    // No single date, or none that is wrong.
    for text in ["Thu 2027-02-30", "2027-02-30", "Fri 2020-01-03"] {
      #expect(ControlRun.run(["calendar", text], daemon: nil).output.hasSuffix("Next: never\n"), "\(text)")
    }
  }

  @Test(
    "every day and the like are told what systemd's word for them is",
    arguments: [
      ("every day", "daily"), ("Every Hour", "hourly"), ("every week", "weekly"), ("every month", "monthly"),
    ])
  func every(text: String, word: String) {
    let run = ControlRun.run(["calendar", text], daemon: nil)
    #expect(run.status == .usage)
    #expect(
      run.unwrappedErrors.hasPrefix(
        "bgtaskctl: '\(text)' is written as \(word); allowed is"), "\(run.errors)")
  }
}
