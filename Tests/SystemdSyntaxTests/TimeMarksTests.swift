import Glibc
import SystemdSyntax
import Testing

@Suite("Marks of a scale of time")
struct TimeMarksTests {
  /// Sat 2026-11-21 07:54:30.5 UTC
  private static let now: Int64 = 1_795_247_670_500_000
  private static let hour: Int64 = 3_600_000_000

  private func labels(_ length: Int64, most: Int) -> [String] {
    TimeMarks.between(Self.now - length, Self.now, most: most, zone: .utc).map(\.label)
  }

  @Test("They are the finest that there is room for, on round dates")
  func steps() {
    let day = 24 * Self.hour
    #expect(
      labels(7 * day, most: 7)
        == ["Sun 15", "Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20", "Sat 21"])
    #expect(labels(7 * day, most: 4) == ["11-15", "11-17", "11-19", "11-21"])
    #expect(labels(7 * day, most: 1) == ["11-16"])
    #expect(labels(day, most: 4) == ["12:00", "18:00", "Sat 21", "06:00"])
    #expect(labels(2 * Self.hour, most: 4) == ["06:00", "06:30", "07:00", "07:30"])
    #expect(labels(20_000_000, most: 4) == ["07:54:15", "07:54:20", "07:54:25", "07:54:30"])
    #expect(labels(28 * day, most: 5) == ["10-26", "11-02", "11-09", "11-16"])
    #expect(labels(200 * day, most: 7) == ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"])
    #expect(labels(1000 * day, most: 3) == ["2025", "2026"])
    #expect(labels(Self.now, most: 6) == ["1970", "1980", "1990", "2000", "2010", "2020"])
  }

  @Test("There are never more than asked for, and they are in order and within the time")
  func bounds() {
    for most in [0, 1, 2, 3, 5, 8, 13, 50] {
      for power in 6...17 {
        var length: Int64 = 3
        for _ in 1..<power { length *= 10 }
        let start = max(Self.now - length, 0)
        let marks = TimeMarks.between(start, Self.now, most: most, zone: .utc)
        #expect(marks.count <= most)
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.uSec < $1.uSec })
        #expect(marks.allSatisfy { (start...Self.now).contains($0.uSec) })
      }
    }
    #expect(TimeMarks.between(0, TimestampSyntax.maximum, most: 9, zone: .utc).count > 1)
    #expect(TimeMarks.between(Self.now, Self.now, most: 9, zone: .utc).isEmpty)
  }

  @Test("Days of 23 and 25 hours are as long as they are, and hours that a clock leaves out have no mark")
  func summerTime() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      tzset()
      let hour: Int64 = 3_600_000_000
      // Sat 2026-03-28 00:00 and Sat 2026-10-24 00:00 there.
      for (start, lengths, hours): (Int64, [Int64], [String]) in [
        (1_774_652_400_000_000, [24, 23, 24], ["Sun 29", "01:00", "03:00", "04:00", "05:00"]),
        (1_792_792_800_000_000, [24, 25, 24], ["Sun 25", "01:00", "02:00", "03:00"]),
      ] {
        let days = TimeMarks.between(start, start + 73 * hour, most: 4).map(\.uSec)
        #expect(days.first == start)
        #expect(zip(days, days.dropFirst()).map { ($1 - $0) / hour } == lengths)
        let sunday = start + 24 * hour
        #expect(TimeMarks.between(sunday, sunday + 4 * hour, most: 5).map(\.label) == hours)
      }
    }
  }
}
