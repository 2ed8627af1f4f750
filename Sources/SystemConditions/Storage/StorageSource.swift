import Glibc
import LinuxSystem
package import SchedulerCore

/// The source of whether the disk with the daemon's state is nearly full (statvfs(3)). The kernel has no
/// event for that, so the disk is measured at the start and at each ``refresh()``. Field: `storageLow`.
package final class StorageSource: RefreshableSource {
  package let name = "storage"

  private let path: String
  private let threshold = StorageThreshold()
  private var announcer: Announcer?

  /// A source that is not started yet.
  /// - Parameter path: A directory on the disk.
  package init(path: String) { self.path = path }

  /// Measures for the first time.
  /// - Throws: ``SystemError`` when the directory is missing.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let isLow = try isLow()
    let announcer = Announcer(handler)
    self.announcer = announcer
    announcer.announce([.flag(.storageLow, isLow)])
  }

  /// Ends the announcements for good.
  package func stop() {
    announcer?.end()
    announcer = nil
  }

  /// Measures again. A disk that cannot be measured is unknown.
  package func refresh() {
    let isLow = try? isLow()
    announcer?.announce([.flag(.storageLow, isLow)])
  }

  private func isLow() throws(SystemError) -> Bool? {
    var status = statvfs()
    try systemCall("statvfs", path) { statvfs(path, &status) }
    let unit = UInt64(status.f_frsize)
    return threshold.isLow(
      available: Self.product(UInt64(status.f_bavail), unit),
      total: Self.product(UInt64(status.f_blocks), unit))
  }

  /// Returns the product, at most the largest number: a file system in user space may claim any size.
  private static func product(_ blocks: UInt64, _ unit: UInt64) -> UInt64 {
    let product = blocks.multipliedReportingOverflow(by: unit)
    return product.overflow ? .max : product.partialValue
  }
}
