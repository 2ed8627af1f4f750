/// The machine's time zone: what a clock on the wall is ahead of UTC, and when that changes. The core has no
/// clock and no zone of its own, so it comes in as data (``Event/zoneChanged(_:)``).
package struct ZoneRules: Hashable, Sendable {
  /// From a moment on another offset holds.
  package struct Transition: Hashable, Sendable {
    /// From when on.
    package var at: WallTime
    /// Seconds ahead of UTC, from then on.
    package var offset: Int64

    /// A transition.
    package init(at: WallTime, offset: Int64) { (self.at, self.offset) = (at, offset) }
  }

  /// Seconds ahead of UTC before the first transition.
  package var firstOffset: Int64
  /// In order.
  package var transitions: [Transition]

  /// The rules of a zone.
  package init(firstOffset: Int64, transitions: [Transition] = []) {
    (self.firstOffset, self.transitions) = (firstOffset, transitions)
  }

  /// The rules that somebody else knows, by asking every week and then looking for the very second.
  /// - Parameters:
  ///   - start: The first second.
  ///   - end: The last second.
  ///   - offset: What the zone is ahead of UTC at a second, in seconds.
  package init(from start: Int, until end: Int, offset: (Int) -> Int64) {
    self.init(firstOffset: offset(start))
    var known = (second: start, offset: firstOffset)
    for second in stride(from: start, through: end, by: 7 * 86_400) {
      let found = offset(second)
      guard found != known.offset else {
        known.second = second
        continue
      }
      var (before, after) = (known.second, second)
      while after - before > 1 {
        let middle = before + (after - before) / 2
        if offset(middle) == known.offset { before = middle } else { after = middle }
      }
      transitions.append(Transition(at: WallTime(uSec: Int64(after) * 1_000_000), offset: offset(after)))
      known = (second, found)
    }
  }

  /// Greenwich without summer time.
  package static let utc = ZoneRules(firstOffset: 0)

  /// Seconds ahead of UTC.
  func offset(at moment: WallTime) -> Int64 {
    let count = firstTransition(after: moment)
    return count == 0 ? firstOffset : transitions[count - 1].offset
  }

  /// Where the transitions begin that are yet to come.
  private func firstTransition(after moment: WallTime) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The next moment at which the atom says something else of the time; nil when it never does. What is said
  /// of times and days comes round every week.
  func nextChange(of atom: ConditionAtom, after moment: WallTime) -> WallTime? {
    let truth = atom.truth(Conditions(), LocalTime(moment, self))
    // Mostly it is within a day or two.
    for days: Int64 in [2, 9] {
      let found = candidates(for: atom, after: moment, days: days).sorted().first {
        atom.truth(Conditions(), LocalTime($0, self)) != truth
      }
      if let found { return found }
    }
    return nil
  }

  /// Where the clock on the wall shows a beginning or an end, and where it is moved.
  private func candidates(for atom: ConditionAtom, after moment: WallTime, days: Int64) -> [WallTime] {
    let times: [TimeOfDay] =
      switch atom {
      case .between(let start, let end): [start, end]
      case .on: [.midnight]
      case .plain, .battery, .networkNamed, .noUser, .check: []
      }
    let horizon = moment + .days(days)
    let moves = transitions[firstTransition(after: moment)...].prefix { $0.at <= horizon }
    let offsets = Set([offset(at: moment)] + moves.map(\.offset))
    let today = LocalTime(moment, self).minutes.dividedDown(by: 1440)
    var found = moves.map(\.at)
    for day in today - 1..<today + days {
      for time in times {
        for offset in offsets {
          // Where that offset does not hold then, the clock shows something else, and it is no change.
          let seconds = (day * 1440 + Int64(time.minutes)) * 60 - offset
          found.append(WallTime(uSec: seconds * 1_000_000))
        }
      }
    }
    return found.filter { moment < $0 }
  }
}
