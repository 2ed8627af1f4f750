import LinuxSystem
import SchedulerCore

/// A source that measures its side of the machine when it starts, and again when there is a reason.
protocol MeasuredSource: ConditionSource {
  /// The kernel's events that are a reason to measure again; nil for none.
  var trigger: MeasurementTrigger? { get }
  /// Passes on the known conditions, from the start until the end.
  var announcer: Announcer? { get set }
  /// The conditions of a side that cannot be measured any more.
  static var unknown: [ConditionChange] { get }
  /// Measures the conditions.
  /// - Throws: ``SystemError`` when the system refuses what should work.
  func measure() throws(SystemError) -> [ConditionChange]
}

/// The events of the kernel about one subsystem of devices.
struct MeasurementTrigger {
  let events: KernelEventMonitor
  let subsystem: String
}

extension MeasuredSource {
  /// Measures for the first time. Without the kernel's events the conditions would grow stale unnoticed, so
  /// then nothing is reported at all.
  /// - Throws: ``SystemError`` when the events or the measurement are refused.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let announcer = Announcer(handler)
    if let trigger {
      try trigger.events.listen(to: trigger.subsystem, for: self) { [weak self] in self?.refresh() }
    }
    self.announcer = announcer
    do { announcer.announce(try measure()) } catch {
      stop()
      throw error
    }
  }

  /// Ends the announcements for good.
  package func stop() {
    announcer?.end()
    announcer = nil
    trigger?.events.forget(self)
  }

  /// Measures again, and announces what was found.
  package func refresh() {
    guard let announcer else { return }
    announcer.announce((try? measure()) ?? Self.unknown)
  }
}
