/// The scheduler's side of the record of conditions: what the record says last, and until when that holds.
struct RecordState {
  /// The phase of the record in this daemon's life.
  enum Phase: Hashable {
    /// Nothing is recorded before the start says whether the machine has booted since.
    case before
    case beginning(sameBoot: Bool)
    case open
  }

  var phase = Phase.before
  /// The last line of the record.
  var last: RecordedChange?
  /// The conditions as the record has them; `nil` while it says that nothing is observed.
  var written: Conditions?
  /// Whether conditions may differ from those.
  var isBehind = false
  /// The bounds of fields that have changed.
  var paces: [ConditionField: RecordPace] = [:]
  /// The point at which all conditions were written last.
  var stated = MonotonicTime(uSec: 0)
  /// The moment up to which the record holds: that of the last event that could be recorded.
  var known: Moment?
  /// Whether events since then could not be recorded, because the disk took nothing.
  var isInterrupted = false
  /// The point at which the two clocks were first found apart without an event that says why.
  var apartSince: MonotonicTime?

  /// The interval after which all conditions are written again, with an event that comes anyway: so a line
  /// that is lost, or deleted for its age, leaves little unknown.
  static let restatement = TimeSpan.hours(6)
  /// The interval after which a change of something else that is stored comes with a line that says that
  /// nothing has changed.
  static let signInterval = TimeSpan.minutes(5)
  /// The least difference by which the clocks moved apart for a reason. Smaller ones come from adjustments of
  /// the wall clock.
  static let tolerance = TimeSpan.seconds(1)
  /// The longest wait for the event that explains why the clocks have moved apart.
  static let patience = TimeSpan.seconds(10)

  /// Returns how much further the wall clock has come than the monotonic clock since the last event.
  func difference(at moment: Moment) -> TimeSpan {
    guard let known else { return .zero }
    return (moment.wall - known.wall) - (moment.monotonic - known.monotonic)
  }
}
