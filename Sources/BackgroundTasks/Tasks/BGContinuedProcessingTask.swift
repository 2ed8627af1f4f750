public import Foundation
import SchedulerAPI

/// A run of work that a person started (R50). It has to make its ``progress`` go on: a run without any for a
/// minute is told to stop (R51). `bgtaskctl list` and `watch` show title, subtitle and progress, and
/// `bgtaskctl cancel` stops it (R53).
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// How far the run is. Its counts and those of its children are told to the daemon, a few times a second at
  /// most. What children do counts within half a second: Foundation does not tell their parent on Linux.
  public let progress: Progress

  override init(_ run: TaskRun) {
    progress = run.progress
    super.init(run)
  }

  /// For tests of an application: a task that no scheduler launched, with neither title nor subtitle. Nobody
  /// hears how far it is.
  public override init() {
    let run = TaskRun.ofNobody()
    progress = run.progress
    super.init(run)
  }

  /// What the work is, for people.
  open var title: String { run.reporter.title }
  /// More about it, for people.
  open var subtitle: String { run.reporter.subtitle }

  /// As Apple's framework prints it: `<BGContinuedProcessingTask: com.example.export (Export)>`.
  open override var description: String { "<\(type(of: self)): \(identifier) (\(title))>" }

  /// Changes what people see. What is longer than 255 bytes is cut off.
  open func updateTitle(_ title: String, subtitle: String) {
    run.reporter.update(title: title, subtitle: subtitle)
  }
}
