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
  package let firstOffset: Int64
  /// In order.
  package let transitions: ZoneTransitions

  /// The rules of a zone.
  package init(firstOffset: Int64, transitions: [Transition] = []) {
    (self.firstOffset, self.transitions) = (firstOffset, ZoneTransitions(transitions))
  }

  /// The rules that somebody else knows, by asking every week and then looking for the very second.
  /// - Parameters:
  ///   - start: The first second.
  ///   - end: The last second.
  ///   - offset: What the zone is ahead of UTC at a second, in seconds.
  package init(from start: Int, until end: Int, offset: (Int) -> Int64) {
    let firstOffset = offset(start)
    var transitions: [Transition] = []
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
    self.init(firstOffset: firstOffset, transitions: transitions)
  }

  /// The same from two days before a second to thirty years behind it: all that is decided now.
  package init(around second: Int, offset: (Int) -> Int64) {
    self.init(from: second - 2 * 86_400, until: second + 30 * 366 * 86_400, offset: offset)
  }

  /// Greenwich without summer time.
  package static let utc = ZoneRules(firstOffset: 0)

  /// Seconds ahead of UTC.
  func offset(at moment: WallTime) -> Int64 {
    let count = transitions.count(until: moment)
    return count == 0 ? firstOffset : transitions[count - 1].offset
  }

  /// A time in which one offset holds, and what the clock on the wall shows in it: microseconds since the
  /// first midnight of 1970, as if there were no zones.
  struct Stretch {
    /// Microseconds ahead of UTC.
    let offset: Int64
    /// What the clock shows first.
    let begin: Int64
    /// What it would show next if it were not put forward or back.
    let end: Int64
    /// The number of the transition that ends it.
    fileprivate let index: Int
  }

  /// The stretch that a moment lies in.
  func stretch(at moment: WallTime) -> Stretch { stretch(transitions.count(until: moment)) }

  /// The stretch that follows; nil after the last one.
  func stretch(after stretch: Stretch) -> Stretch? {
    stretch.index < transitions.count ? self.stretch(stretch.index + 1) : nil
  }

  /// The latest time that the clock has come to before this stretch.
  func latestShown(before stretch: Stretch) -> Int64 {
    var latest = Int64.min
    for index in (0..<stretch.index).reversed() {
      let before = self.stretch(index)
      // No zone is more than 26 hours ahead of UTC or behind it, so no clock is put back by three days.
      guard before.end.saturatingPlus(TimeSpan.days(3).uSec) > stretch.begin else { break }
      latest = max(latest, before.end)
    }
    return latest
  }

  private func stretch(_ index: Int) -> Stretch {
    let offset = (index == 0 ? firstOffset : transitions[index - 1].offset).saturatingTimes(1_000_000)
    return Stretch(
      offset: offset,
      begin: index == 0 ? .min : transitions[index - 1].at.uSec.saturatingPlus(offset),
      end: index == transitions.count ? .max : transitions[index].at.uSec.saturatingPlus(offset),
      index: index)
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
    let moves = transitions[transitions.count(until: moment)...].prefix { $0.at <= horizon }
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
