/// The machine's time zone: the offset of local time from UTC, and its changes. The core has no clock and no
/// zone of its own, so the rules come in as data (``Event/zoneChanged(_:)``).
package struct ZoneRules: Hashable, Sendable {
  /// A change of the offset at a moment.
  package struct Transition: Hashable, Sendable {
    /// The first moment of the new offset.
    package var at: WallTime
    /// The new offset, in seconds ahead of UTC.
    package var offset: Int64

    package init(at: WallTime, offset: Int64) { (self.at, self.offset) = (at, offset) }
  }

  /// The offset before the first transition, in seconds ahead of UTC.
  package let firstOffset: Int64
  /// The transitions of the zone, in order.
  package let transitions: ZoneTransitions

  /// Creates the rules of a zone.
  package init(firstOffset: Int64, transitions: [Transition] = []) {
    (self.firstOffset, self.transitions) = (firstOffset, ZoneTransitions(transitions))
  }

  /// Creates the rules that a function describes, asked for every other day, then for each change's exact
  /// second. The shortest stretch of a zone from 2024 to 2084 lasts seven days (Gaza in 2040, tzdata 2025b).
  /// - Parameters:
  ///   - start: The first second.
  ///   - end: The last second.
  ///   - offset: Returns the zone's offset at a second, in seconds ahead of UTC.
  package init(from start: Int, until end: Int, offset: (Int) -> Int64) {
    let firstOffset = offset(start)
    var transitions: [Transition] = []
    var known = (second: start, offset: firstOffset)
    for second in stride(from: start, through: end, by: 2 * 86_400) {
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

  /// Creates the rules from two days before a second to thirty years after it: all that is decided now.
  package init(around second: Int, offset: (Int) -> Int64) {
    self.init(from: second - 2 * 86_400, until: second + 30 * 366 * 86_400, offset: offset)
  }

  /// The zone UTC, without summer time.
  package static let utc = ZoneRules(firstOffset: 0)

  /// Returns the offset at a moment, in seconds ahead of UTC.
  func offset(at moment: WallTime) -> Int64 {
    let count = transitions.count(until: moment)
    return count == 0 ? firstOffset : transitions[count - 1].offset
  }

  /// A period of one offset, with the local times in it: microseconds since the first midnight of 1970, as if
  /// there were no zones.
  struct Stretch {
    /// The offset in microseconds ahead of UTC.
    let offset: Int64
    /// The first local time.
    let begin: Int64
    /// The local time that would come next if the clock were not changed.
    let end: Int64
    /// The index of the transition that ends the stretch.
    fileprivate let index: Int
  }

  /// Returns the stretch that contains a moment.
  func stretch(at moment: WallTime) -> Stretch { stretch(transitions.count(until: moment)) }

  /// Returns the next stretch; `nil` after the last one.
  func stretch(after stretch: Stretch) -> Stretch? {
    stretch.index < transitions.count ? self.stretch(stretch.index + 1) : nil
  }

  /// Returns the latest local time that the clock has reached before this stretch.
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

  /// Returns the next moment at which the atom's value changes with the time; `nil` when it never does. Times
  /// and days repeat every week.
  func nextChange(of atom: ConditionAtom, after moment: WallTime) -> WallTime? {
    let truth = atom.truth(Conditions(), LocalTime(moment, self))
    let horizon = moment + .days(9)
    var stretch = stretch(at: moment)
    var now = moment
    while now < horizon, let bound = atom.nextBound(after: now.uSec.saturatingPlus(stretch.offset)) {
      if bound < stretch.end {
        now = WallTime(uSec: bound.saturatingMinus(stretch.offset))
      } else if let next = self.stretch(after: stretch) {
        // The clock is changed before the bound, or at it.
        now = transitions[stretch.index].at
        stretch = next
      } else {
        return nil
      }
      if atom.truth(Conditions(), LocalTime(now, self)) != truth { return now }
    }
    return nil
  }
}

extension ConditionAtom {
  /// Returns the next local time at which the atom's value may change, in microseconds as of a
  /// ``ZoneRules/Stretch``; `nil` for an atom that does not follow from the time.
  fileprivate func nextBound(after local: Int64) -> Int64? {
    let (first, second): (TimeOfDay, TimeOfDay)
    switch self {
    case .between(let start, let end): (first, second) = (start, end)
    case .on: (first, second) = (.midnight, .midnight)
    case .plain, .battery, .named, .noUser, .check: return nil
    }
    return min(first.next(after: local), second.next(after: local))
  }
}

extension TimeOfDay {
  /// Returns the next local time at which it is this time of day.
  fileprivate func next(after local: Int64) -> Int64 {
    let day = TimeSpan.days(1).uSec
    let time = TimeSpan.minutes(Int64(minutes)).uSec
    let days = local.saturatingMinus(time).dividedDown(by: day).saturatingPlus(1)
    return days.saturatingTimes(day).saturatingPlus(time)
  }
}
