import BackgroundTasks
import SchedulerAPI
import SchedulerCore

extension BGTaskRun.Kind {
  var core: SchedulerCore.Kind {
    switch self {
    case .refresh: .refresh
    case .processing: .processing
    case .continued: .continued
    case .transfer: .transfer
    }
  }
}

extension BGTaskRun {
  init(_ run: SchedulerCore.Run) { self.init(Wire.Run(run)) }
}

extension SimulatedScheduler.Conditions.Power {
  init(_ source: PowerSource) { self = Self(rawValue: source.rawValue) ?? .unknown }

  var core: PowerSource { PowerSource(rawValue: rawValue) ?? .unknown }
}

extension SimulatedScheduler.Conditions.Network {
  init(_ access: NetworkAccess) { self = Self(rawValue: access.rawValue) ?? .unknown }

  var core: NetworkAccess { NetworkAccess(rawValue: rawValue) ?? .unknown }
}

extension ZoneRules {
  /// Creates the rules of a zone from a year before a date until thirty years after it.
  init(_ zone: TimeZone, from date: Date) {
    let (second, year) = (Int(date.timeIntervalSince1970), 366 * 86_400)
    self.init(from: second - year, until: second + 30 * year) {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0))))
    }
  }
}

extension TimeSpan {
  /// Creates a length in seconds, within what the scheduler can say.
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
