import BackgroundTasks
import SchedulerAPI
import SchedulerCore

/// The case of the same name; the kit's enumerations have the names of the core's.
func counterpart<From: RawRepresentable<String>, To: RawRepresentable<String>>(_ value: From) -> To {
  guard let counterpart = To(rawValue: value.rawValue) else {
    fatalError("\(To.self) has no case \(value.rawValue)")
  }
  return counterpart
}

extension TimeSpan {
  /// So many seconds, within what the scheduler can say.
  init(seconds: TimeInterval) {
    let microseconds = (seconds * 1e6).rounded()
    guard microseconds > 0 else {
      self = .zero
      return
    }
    self.init(
      uSec: microseconds < Double(TimeSpan.maximum.uSec) ? Int64(microseconds) : TimeSpan.maximum.uSec)
  }

  var seconds: TimeInterval { Double(uSec) / 1e6 }
}

extension WallTime {
  init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
    self.init(
      uSec: microseconds < Double(WallTime.maximum.uSec) ? Int64(max(microseconds, 0)) : WallTime.maximum.uSec
    )
  }
}

extension Date {
  init(_ time: WallTime) { self.init(timeIntervalSince1970: Double(time.uSec) / 1e6) }

  /// As logs write it: UTC, with a fraction only where there is one.
  var logText: String {
    let isWhole = timeIntervalSince1970 == timeIntervalSince1970.rounded()
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}

extension BGTaskReason {
  init(_ reason: Reason) {
    self.init(
      code: reason.code.rawValue, message: reason.message, required: reason.required,
      observed: reason.observed, since: reason.since.map { Date($0) })
  }
}

extension Wire.Reason {
  init(_ reason: BGTaskReason) {
    self.init(
      code: reason.code, message: reason.message, required: reason.required, observed: reason.observed,
      sinceUSec: reason.since.map { WallTime($0).uSec })
  }
}
