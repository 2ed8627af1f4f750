@testable import SchedulerCore

/// The machine of some lives, which comes and goes as a recorded phone did: three days in which it was ready
/// and was not. It has a generator of its own, so that lives without it are as they were before it.
///
/// The excerpt is one device of the FLASH trace (Yang et al., WWW 2021, BSD-2-Clause), through FLHetBench
/// (CVPR 2024).
struct SwarmDevice {
  /// The lengths in seconds: a gap, a window in which the phone was charging, on Wi-Fi and locked, and so on.
  private static let lengths: [Int64] = [
    9342, 3100, 1947, 10, 1587, 10, 21_696, 6, 10, 558, 342, 647, 1783, 10, 917, 10, 352, 10, 385, 10, 194,
    266, 54_007, 10, 8872, 3366, 32_285, 11, 239, 18_757, 33_407, 12, 19, 3740, 19_024, 31, 367, 10, 9156, 11,
    46, 10, 152, 324, 541, 112, 362, 87, 566, 11, 3190, 21_746,
  ]
  private static let whole = TimeSpan.seconds(lengths.reduce(0, +))

  private let isUsed: Bool
  /// The part of the record at which the life begins.
  private let offset: TimeSpan

  init(seed: UInt64, isUsed: Bool) {
    self.isUsed = isUsed
    var random = SeededGenerator(seed: seed)
    offset = TimeSpan(uSec: Int64.random(in: 0..<Self.whole.uSec, using: &random))
  }

  /// Returns whether the machine is ready at a date, and for how much longer it stays so.
  private func state(at date: WallTime) -> (isReady: Bool, left: TimeSpan) {
    // The record begins anew when it is over.
    let place = (date - .at(0) + offset).uSec % Self.whole.uSec
    var rest = place < 0 ? place + Self.whole.uSec : place
    for (number, seconds) in Self.lengths.enumerated() {
      let length = TimeSpan.seconds(seconds).uSec
      if rest < length { return (number % 2 == 1, TimeSpan(uSec: length - rest)) }
      rest -= length
    }
    return (false, .seconds(1))
  }

  /// Returns the time until the machine changes; `nil` in lives without it.
  func wait(at date: WallTime) -> TimeSpan? { isUsed ? state(at: date).left : nil }

  /// Returns what the machine is like; `nil` in lives without it.
  func conditions(at date: WallTime) -> [ConditionChange]? {
    guard isUsed else { return nil }
    let isReady = state(at: date).isReady
    return [
      .powerSource(isReady ? .external : .battery), .network(isReady ? .unmetered : .none),
      .flag(.idle, isReady),
    ]
  }
}
