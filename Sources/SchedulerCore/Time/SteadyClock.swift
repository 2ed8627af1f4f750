/// The wall clock, as far as it has shown the same for a while. A clock that is wrong for a moment, or until
/// the network has put it right, must not make anything look old: what is deleted for its age does not come
/// back.
///
/// It is never ahead of the least that the wall clock has said in the last ten minutes or more of time awake,
/// so after sleep and after a correct step forward it follows late. That costs nothing but some room.
struct SteadyClock: Hashable {
  static let period = TimeSpan.minutes(10)

  /// When the period under way began.
  private var begin: MonotonicTime?
  /// The least difference of the clocks in it.
  private var least: TimeSpan = .zero
  /// The least difference in the period before.
  private var leastBefore: TimeSpan?

  /// Takes a look at the clocks. Every step of the wall clock is an event, so nothing happens between two
  /// looks.
  mutating func observe(_ moment: Moment) {
    let difference = TimeSpan(uSec: moment.wall.uSec.saturatingMinus(moment.monotonic.uSec))
    guard let begin else {
      begin = moment.monotonic
      least = difference
      return
    }
    if moment.monotonic - begin >= Self.period {
      self.begin = moment.monotonic
      leastBefore = least
      least = difference
    }
    least = min(least, difference)
  }

  /// The date; nil before the clock was looked at for long enough.
  func date(at moment: Moment) -> WallTime? {
    guard let leastBefore else { return nil }
    return min(moment.wall, WallTime(uSec: moment.monotonic.uSec) + min(least, leastBefore))
  }
}
