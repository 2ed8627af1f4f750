import Glibc
import LinuxSystem
import SchedulerCore

/// The source of whether the disk with the daemon's state is nearly full (statvfs(3)). The kernel has no
/// event for that, so the disk is measured at the start and at each ``refresh()``. Field: `storageLow`.
package final class StorageSource: MeasuredSource, RefreshableSource {
  package let name = "storage"
  static let unknown: [ConditionChange] = [.flag(.storageLow, nil)]

  let trigger: MeasurementTrigger? = nil
  var announcer: Announcer?
  private let path: String
  private let threshold = StorageThreshold()

  /// A source that is not started yet.
  /// - Parameter path: A directory on the disk.
  package init(path: String) { self.path = path }

  func measure() throws(SystemError) -> [ConditionChange] {
    var status = statvfs()
    try systemCall("statvfs", path) { statvfs(path, &status) }
    let unit = UInt64(status.f_frsize)
    let isLow = threshold.isLow(
      available: Self.product(UInt64(status.f_bavail), unit),
      total: Self.product(UInt64(status.f_blocks), unit))
    return [.flag(.storageLow, isLow)]
  }

  /// Returns the product, at most the largest number: a file system in user space may claim any size.
  private static func product(_ blocks: UInt64, _ unit: UInt64) -> UInt64 {
    let product = blocks.multipliedReportingOverflow(by: unit)
    return product.overflow ? .max : product.partialValue
  }
}
