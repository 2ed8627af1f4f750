public import SchedulerCore

extension Wire.Progress {
  /// A progress report as callers see it.
  public init(_ progress: SchedulerCore.Progress) {
    self.init(
      completedUnitCount: progress.completedUnitCount, totalUnitCount: progress.totalUnitCount,
      title: progress.title, subtitle: progress.subtitle)
  }

  /// Checks every field of a report.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  public func checked() throws(SchedulerInterfaceError) -> SchedulerCore.Progress {
    for (field, count) in [
      ("completedUnitCount", completedUnitCount), ("totalUnitCount", totalUnitCount),
    ] where count < 0 {
      throw .invalidRequest(field: "progress.\(field)", message: "found \(count), allowed is 0 or more")
    }
    try FieldCheck.title(title, field: "progress.title")
    try FieldCheck.title(subtitle, field: "progress.subtitle")
    return SchedulerCore.Progress(
      completedUnitCount: completedUnitCount, totalUnitCount: totalUnitCount, title: title,
      subtitle: subtitle)
  }
}
