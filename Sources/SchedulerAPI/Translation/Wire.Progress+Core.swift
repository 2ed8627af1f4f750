package import SchedulerCore

extension Wire.Progress {
  /// A progress report as callers see it.
  package init(_ progress: SchedulerCore.Progress) {
    self.init(
      completedUnitCount: progress.completedUnitCount, totalUnitCount: progress.totalUnitCount,
      title: progress.title, subtitle: progress.subtitle)
  }

  /// Checks every field of a report and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> SchedulerCore.Progress {
    try checkBounds(at: "progress.")
    try FieldCheck.line(title, field: "progress.title")
    try FieldCheck.line(subtitle, field: "progress.subtitle")
    return SchedulerCore.Progress(
      completedUnitCount: completedUnitCount, totalUnitCount: totalUnitCount, title: title,
      subtitle: subtitle)
  }
}
