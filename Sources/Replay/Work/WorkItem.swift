import SchedulerCore

/// One task of a ``WorkPlan``.
struct WorkItem: Hashable, Sendable {
  let identifier: String
  /// The date on which it is submitted.
  let submitted: WallTime
  /// The date on which it is given up.
  let deadline: WallTime
  /// The end of the stretch of the record in which it is submitted.
  let knownUntil: WallTime

  /// Returns the tasks of a device in the order of their submission. They depend on the seed, the device's
  /// name and its record, and on nothing else. A task that could not be done before the record ends, or is
  /// interrupted, is not made. `nil` when there are too many.
  static func all(of plan: WorkPlan, on trace: DeviceTrace, seed: UInt64) -> [WorkItem]? {
    let days = (trace.end - trace.start).uSec / TimeSpan.days(1).uSec + 1
    guard days <= most / Int64(plan.count) else { return nil }
    var random = SeededGenerator(seed: Self.seed(seed, of: trace.name))
    let known = trace.known
    var dates: [(submitted: WallTime, knownUntil: WallTime)] = []
    var day = trace.start
    while day < trace.end {
      for _ in 0..<plan.count {
        let random = TimeSpan(uSec: Int64.random(in: 0..<TimeSpan.days(1).uSec, using: &random))
        let date = day + (plan.timeOfDay.map { Self.time(until: $0, after: day) } ?? random)
        if let stretch = known.stretch(at: date), date + plan.length <= stretch.upperBound {
          dates.append((date, stretch.upperBound))
        }
      }
      day = day + .days(1)
    }
    dates.sort { $0.submitted < $1.submitted }
    return dates.enumerated().map { number, date in
      WorkItem(
        identifier: "work.\(number + 1)", submitted: date.submitted,
        deadline: date.submitted + WorkPlan.patience, knownUntil: date.knownUntil)
    }
  }

  /// Returns the time from a date to the next time of day in UTC.
  private static func time(until timeOfDay: TimeSpan, after date: WallTime) -> TimeSpan {
    let (day, difference) = (TimeSpan.days(1).uSec, timeOfDay.uSec - date.uSec)
    return TimeSpan(uSec: (difference % day + day) % day)
  }

  /// The most tasks of a device.
  private static let most: Int64 = 1_000_000

  /// Returns a seed of a device's own, so that no device depends on another.
  static func seed(_ seed: UInt64, of device: String) -> UInt64 {
    var digest = ContentDigest()
    digest.add(Int64(bitPattern: seed))
    digest.add(device.utf8)
    return UInt64(bitPattern: digest.value)
  }

  /// Returns the request of the task.
  func request(of plan: WorkPlan) -> TaskRequest {
    TaskRequest(
      identifier: identifier, kind: .processing, deadline: deadline, onDeadline: .drop,
      requirements: [.externalPower, .unmeteredNetwork], requiresIdle: true, runtimeLimit: .days(1),
      expectedDuration: plan.length, canResume: plan.resume != nil ? true : nil)
  }
}

extension [Range<WallTime>] {
  /// Returns the stretch that contains a date, among stretches in order.
  fileprivate func stretch(at date: WallTime) -> Range<WallTime>? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound <= date { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].contains(date) ? self[low] : nil
  }
}
