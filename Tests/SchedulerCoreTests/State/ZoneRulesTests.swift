import Testing

@testable import SchedulerCore

@Suite("The machine's time zone")
struct ZoneRulesTests {
  /// Berlin in 2024: summer time from 31 March 01:00 UTC to 27 October 01:00 UTC.
  private static let berlin = ZoneRules(
    firstOffset: 3600,
    transitions: [.init(at: at(1_711_846_800), offset: 7200), .init(at: at(1_729_990_800), offset: 3600)])

  private static func at(_ second: Int64) -> WallTime { WallTime(uSec: second * 1_000_000) }

  private static func time(_ hour: Int, _ minute: Int = 0) throws -> TimeOfDay {
    try #require(TimeOfDay(minutes: hour * 60 + minute))
  }

  @Test("The clock on the wall, before and after summer time begins and ends")
  func wall() {
    for (second, text, day): (Int64, String, Weekday) in [
      (1_711_846_799, "01:59", .sun), (1_711_846_800, "03:00", .sun), (1_729_990_799, "02:59", .sun),
      (1_729_990_800, "02:00", .sun), (0, "01:00", .thu), (-3601, "23:59", .wed),
      (951_868_800, "01:00", .wed),
    ] {
      let time = LocalTime(Self.at(second), Self.berlin)
      #expect(time.timeOfDay.text == text)
      #expect(time.weekday == day)
    }
  }

  @Test("02:30 does not come on the day that skips it, and comes twice on the day that repeats it")
  func skippedAndRepeated() throws {
    let atom = ConditionAtom.between(try Self.time(2, 15), try Self.time(2, 45))
    // 30 March 20:00 UTC: the next time is a day later than usual.
    let spring = try #require(Self.berlin.nextChange(of: atom, after: Self.at(1_711_828_800)))
    #expect(spring == Self.at(1_711_930_500))  // 1 April 00:15 UTC
    var changes: [Int64] = []
    var date = Self.at(1_729_980_000)
    for _ in 0..<4 {
      date = try #require(Self.berlin.nextChange(of: atom, after: date))
      changes.append(date.uSec / 1_000_000)
    }
    // 00:15 and 00:45 UTC, then an hour later once more.
    #expect(changes == [1_729_988_100, 1_729_989_900, 1_729_991_700, 1_729_993_500])
  }

  @Test("Past midnight, until the end of a day, and from a time to the same time")
  func spans() throws {
    let utc = ZoneRules.utc
    let evening = LocalTime(Self.at(23 * 3600), utc)
    let morning = LocalTime(Self.at(5 * 3600), utc)
    #expect(evening.isBetween(try Self.time(22), try Self.time(6)))
    #expect(morning.isBetween(try Self.time(22), try Self.time(6)))
    #expect(!LocalTime(Self.at(6 * 3600), utc).isBetween(try Self.time(22), try Self.time(6)))
    #expect(evening.isBetween(try Self.time(22), try Self.time(24)))
    #expect(!morning.isBetween(try Self.time(22), try Self.time(24)))
    let always = ConditionAtom.between(try Self.time(8), try Self.time(8))
    #expect(utc.nextChange(of: always, after: Self.at(0)) == nil)
    #expect(always.truth(Conditions(), evening) == true)
    let never = ConditionAtom.on(WeekdaySet(Weekday.allCases))
    #expect(utc.nextChange(of: never, after: Self.at(0)) == nil)
  }

  @Test("The next change is found to the second, at every step of a year, by asking the whole year")
  func everyChange() throws {
    let atoms: [ConditionAtom] = [
      .between(try Self.time(22, 30), try Self.time(6)), .on(WeekdaySet([.mon, .sat])),
      .between(try Self.time(2), try Self.time(3)),
    ]
    for atom in atoms {
      var expected: [Int64] = []
      var truth = atom.truth(Conditions(), LocalTime(Self.at(1_704_067_200), Self.berlin))
      // Offsets and times are whole minutes.
      for minute in 1...366 * 1440 {
        let second = 1_704_067_200 + Int64(minute) * 60
        let now = atom.truth(Conditions(), LocalTime(Self.at(second), Self.berlin))
        if now != truth { expected.append(second) }
        truth = now
      }
      var found: [Int64] = []
      var date = Self.at(1_704_067_200)
      while let next = Self.berlin.nextChange(of: atom, after: date), found.count < expected.count {
        found.append(next.uSec / 1_000_000)
        date = next
      }
      #expect(expected.count > 100)
      #expect(found == expected, "\(atom.text)")
    }
  }

  @Test("The next change is found beside changes of the clock of any length, one after the other")
  func denseTransitions() throws {
    // Four changes within nine days, by 30 minutes, a whole day, and over midnight.
    let zone = ZoneRules(
      firstOffset: 37_800,
      transitions: [
        .init(at: Self.at(90_000), offset: 39_600), .init(at: Self.at(200_040), offset: -46_800),
        .init(at: Self.at(386_100), offset: -41_400), .init(at: Self.at(390_000), offset: -46_800),
      ])
    let texts = [0, 1, 90, 690, 720, 1439, 1440]
    var atoms = try texts.flatMap { start in
      try texts.map { end in
        ConditionAtom.between(
          try #require(TimeOfDay(minutes: start)), try #require(TimeOfDay(minutes: end)))
      }
    }
    atoms += [ConditionAtom.on(WeekdaySet([.sun])), .on(WeekdaySet([.mon, .tue, .fri]))]
    for atom in atoms {
      let values = (0...20 * 1440).map { minute in
        atom.truth(Conditions(), LocalTime(Self.at(Int64(minute) * 60), zone))
      }
      for start in stride(from: 0, to: 11 * 1440, by: 89) {
        let next = values[start...].firstIndex { $0 != values[start] }
        let found = zone.nextChange(of: atom, after: Self.at(Int64(start) * 60))
        #expect(found == next.map { Self.at(Int64($0) * 60) }, "\(atom.text) from minute \(start)")
      }
    }
  }

  @Test("A zone that somebody else knows is found by asking, with summer time that pauses for a week")
  func sampled() {
    // As Gaza's clocks around 2040-10-20, of tzdata 2025b.
    let start = 1_704_067_200
    let paused = ZoneRules(
      firstOffset: 10_800,
      transitions: [(22, 7200), (27, 10_800), (30, 7200)].map { day, offset in
        ZoneRules.Transition(at: Self.at(Int64(day) * 86_400 + Int64(start)), offset: offset)
      })
    for zone in [Self.berlin, paused] {
      let sampled = ZoneRules(from: start, until: 1_735_689_600) { second in
        zone.transitions.last { $0.at.uSec <= Int64(second) * 1_000_000 }?.offset ?? zone.firstOffset
      }
      #expect(sampled == zone)
    }
  }
}
