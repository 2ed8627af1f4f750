import Foundation

/// Progress that reports its changes: Foundation has no key-value observing on Linux.
final class TaskProgress: Progress, @unchecked Sendable {
  private let reporter: ProgressReporter

  init(_ reporter: ProgressReporter) {
    self.reporter = reporter
    super.init(parent: nil, userInfo: nil)
    reporter.attach(self)
  }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set {
      super.completedUnitCount = newValue
      reporter.changed()
    }
  }

  override var totalUnitCount: Int64 {
    get { super.totalUnitCount }
    set {
      super.totalUnitCount = newValue
      reporter.changed()
    }
  }

  /// Adds a child; implicit children come this way as well.
  override func addChild(_ child: Progress, withPendingUnitCount unitCount: Int64) {
    super.addChild(child, withPendingUnitCount: unitCount)
    reporter.gotChild()
  }

  /// Counts units that no child took.
  override func resignCurrent() {
    super.resignCurrent()
    reporter.changed()
  }
}
