import Testing

@testable import SchedulerCore

@Suite("The changes of a zone's clock")
struct ZoneTransitionsTests {
  private typealias Transition = ZoneRules.Transition

  /// Summer time between two Sundays of every year, which are the last ones of a month of 31 days.
  private static func summers(_ years: ClosedRange<Int64>, months: [Int64] = [3, 10]) -> [Transition] {
    years.flatMap { year in
      months.enumerated().map { number, month in
        let last = CivilDate(year: year, month: month, day: 31).daysSinceEpoch
        // The first day of 1970 was a Thursday.
        let sunday = (last + 4).dividedDown(by: 7) * 7 - 4
        return Transition(
          at: WallTime(uSec: (sunday * 86_400 + 3600) * 1_000_000), offset: number == 0 ? 7200 : 3600)
      }
    }
  }

  private static func transition(_ date: WallTime, offset: Int64 = 0) -> Transition {
    Transition(at: date, offset: offset)
  }

  /// Lists, and how many of each have to be kept as they are.
  private static let lists: [(name: String, all: [Transition], listed: Int)] = [
    ("nothing", [], 0),
    ("one", [transition(WallTime(uSec: 5))], 1),
    ("every year", summers(1970...2199), 0),
    ("for 28 years", summers(1990...2017), 0),
    ("for 27 years", summers(1990...2016), 54),
    (
      "another rule at first",
      summers(1970...1995, months: [5, 8]) + summers(1996...2199), 52
    ),
    (
      "a year that is like no other",
      summers(2000...2050) + summers(2051...2051, months: [1, 12]) + summers(2052...2199), 104
    ),
    ("the half of a year at first", Array(summers(1970...2199).dropFirst()), 1),
    ("the half of a year at last", summers(1970...2199).dropLast(), 459),
    (
      "another offset at first",
      summers(1970...1980).map { transition($0.at, offset: $0.offset + 1) } + summers(1981...2199), 22
    ),
    ("half seconds", summers(1970...2199).map { transition($0.at + .milliseconds(500)) }, 460),
    (
      "three in a year",
      summers(1970...1999) + [transition(WallTime(uSec: 946_684_800_000_001))] + summers(2000...2199), 61
    ),
    ("years before the first one", summers(1800...2300), 0),
    (
      "all out of bounds",
      [transition(WallTime(uSec: .min))] + (0..<99).map { transition(WallTime(uSec: .max - 99 + $0)) }, 100
    ),
  ]

  @Test("They are what was put in, whether each is kept or the rule of them", arguments: lists.indices)
  func same(index: Int) {
    let list = Self.lists[index]
    let transitions = ZoneTransitions(list.all)
    #expect(Array(transitions) == list.all, "\(list.name)")
    #expect(transitions.listedCount == list.listed, "\(list.name)")
  }

  @Test("At each of them and beside it is known how many there have been", arguments: lists.indices)
  func counts(index: Int) {
    let list = Self.lists[index]
    let transitions = ZoneTransitions(list.all)
    let wrong = list.all.indices.first { index in
      let at = list.all[index].at
      return transitions.count(until: at) != index + 1
        || at.uSec > .min && transitions.count(until: at - TimeSpan(uSec: 1)) != index
    }
    #expect(wrong == nil, "\(list.name)")
    #expect(transitions.count(until: WallTime(uSec: .max)) == list.all.count, "\(list.name)")
  }

  @Test("They are equal when they are the same, and not when one of the years is another")
  func equality() {
    let (one, other) = (ZoneTransitions(Self.summers(1970...2199)), Self.summers(1970...2199))
    #expect(one == ZoneTransitions(other) && one.hashValue == ZoneTransitions(other).hashValue)
    #expect(one != ZoneTransitions(other.dropLast(2)) && one != ZoneTransitions(Array(other.dropFirst(2))))
  }
}
