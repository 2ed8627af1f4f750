/// The dates at which a task comes round by the calendar: those of each of its expressions. It never changes,
/// and a million tasks may have the same one.
package final class CalendarSchedule: Hashable, Sendable {
  /// The expressions as they are written, a line each.
  package let text: String
  /// Those of each expression.
  private let dates: [CalendarDates]
  /// Every date is put off by up to so long. How much it is follows from the machine and the task, so it is
  /// the same for each of its dates, and differs between machines that have the same schedule.
  package let randomizedDelay: TimeSpan
  /// What it says of changes of the clock.
  package let clockChange: ClockChange?
  private let hash: Int

  /// A schedule.
  /// - Parameter expressions: At least one.
  package init(
    _ expressions: [CalendarExpression], randomizedDelay: TimeSpan = .zero, clockChange: ClockChange? = nil
  ) {
    // A text that was put together has room for more.
    text = String(decoding: expressions.map(\.text).joined(separator: "\n").utf8, as: UTF8.self)
    dates = expressions.map(\.dates)
    self.randomizedDelay = randomizedDelay
    self.clockChange = clockChange
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(randomizedDelay)
    hasher.combine(clockChange)
    hash = hasher.finalize()
  }

  package static func == (left: CalendarSchedule, right: CalendarSchedule) -> Bool {
    left === right
      || (left.hash == right.hash && left.text == right.text && left.randomizedDelay == right.randomizedDelay
        && left.clockChange == right.clockChange
        && left.dates.elementsEqual(right.dates) { $0.zone == $1.zone })
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The expressions as they are written.
  package var texts: [String] { text.split(separator: "\n").map(String.init) }

  /// The first date that is later than a moment; nil when none is left.
  func date(after moment: WallTime, of key: TaskKey, in place: CalendarPlace) -> WallTime? {
    let delay = place.delay(upTo: randomizedDelay, of: key)
    let start = WallTime(uSec: moment.uSec.saturatingPlus(-delay.uSec))
    return dates.compactMap { $0.next(after: start, zone: place.zone, at: clockChange) }.min().map {
      $0 + delay
    }
  }

  /// There is such a date at all since 1970.
  var hasDates: Bool { dates.contains { $0.next(after: WallTime(uSec: -1), zone: .utc) != nil } }

  /// The first date that is not before a moment; nil when none is left.
  func date(from moment: WallTime, of key: TaskKey, in place: CalendarPlace) -> WallTime? {
    date(after: WallTime(uSec: moment.uSec.saturatingPlus(-1)), of: key, in: place)
  }
}

extension CalendarSchedule: CustomStringConvertible {
  package var description: String { "\(text) \(randomizedDelay)" + (clockChange.map { " \($0)" } ?? "") }
}

/// What turns a calendar into moments: which machine it is, and in which zone.
struct CalendarPlace {
  /// For expressions that name none.
  let zone: ZoneRules
  /// The name of the machine, which stays.
  let machine: String

  /// What a task's dates are put off by here: the same for each of them.
  func delay(upTo most: TimeSpan, of key: TaskKey) -> TimeSpan {
    guard most > .zero else { return .zero }
    var digest = ContentDigest()
    digest.add(machine.utf8)
    digest.add(Int64(key.uid))
    digest.add(key.identifier.utf8)
    // Names that differ in their last byte have nearly the same digest: what comes last is hardly mixed.
    var mixed = SeededGenerator(seed: UInt64(bitPattern: digest.value))
    // The upper half of the product is that share.
    let share = mixed.next().multipliedFullWidth(by: UInt64(most.uSec)).high
    return TimeSpan(uSec: Int64(share))
  }
}
