package import Dispatch
import LinuxSystem
package import SchedulerCore

/// The source of whether tasks of the machine wait for processors, memory or disks, from the kernel's
/// pressure stall information (PSI). The kernel wakes it when a threshold is crossed; under pressure it looks
/// every ``PressureThresholds/hold`` whether that lasts, because PSI has no event for the end. Fields:
/// `cpuPressure`, `memoryPressure`, `ioPressure`.
///
/// PSI counts all processes, those of bgtaskd's own tasks too.
package final class PressureSource: ConditionSource {
  package let name = "pressure"

  private let root: AttributeDirectory
  private let thresholds: PressureThresholds
  private let queue: DispatchQueue
  private var announcer: Announcer?
  private var watches: [PressureWatch] = []

  /// A source that is not started yet.
  /// - Parameters:
  ///   - root: The directory with the files `cpu`, `memory` and `io`. A missing file's field stays unknown.
  ///   - queue: The daemon's queue.
  package init(
    root: String = "/proc/pressure", thresholds: PressureThresholds = PressureThresholds(),
    queue: DispatchQueue
  ) {
    self.root = AttributeDirectory(path: root)
    self.thresholds = thresholds
    self.queue = queue
  }

  /// Begins to watch. Pressure is on from the start where the average of the last 10 s is above the
  /// threshold's share.
  /// - Throws: ``SystemError``, not for a kernel without PSI.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let announcer = Announcer(handler)
    self.announcer = announcer
    do { announcer.announce(try PressureResource.allCases.compactMap { try watch($0, announcer) }) } catch {
      stop()
      throw error
    }
  }

  package func stop() {
    announcer?.end()
    announcer = nil
    watches.forEach { $0.cancel() }
    watches = []
  }

  private func watch(_ resource: PressureResource, _ announcer: Announcer) throws(SystemError)
    -> ConditionChange?
  {
    let threshold = thresholds[resource]
    guard let trigger = try PressureTrigger.arm("\(root.path)/\(resource.rawValue)", threshold) else {
      return nil
    }
    let watch = PressureWatch(
      trigger, threshold, hold: thresholds.hold, queue: queue,
      read: { [root] in root.text(resource.rawValue).flatMap(PressureReading.init) },
      { [weak announcer] isOn in announcer?.announce([resource.change(isOn)]) })
    watches.append(watch)
    return resource.change(watch.isPressed)
  }
}
