public import Foundation
import SchedulerAPI

/// A run of work that a person started (R50). It has to make its ``progress`` go on: a run without any for a
/// minute is told to stop (R51). `bgtaskctl list` and `watch` show title, subtitle and progress, and
/// `bgtaskctl cancel` stops it (R53).
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  private let reporter: ProgressReporter

  /// How far the run is. Its counts and those of its children are told to the daemon, a few times a second at
  /// most. What children do counts within half a second: Foundation does not tell their parent on Linux.
  public let progress: Progress

  override init(_ run: TaskRun) {
    let request = run.launch.task.request
    reporter = ProgressReporter(run, title: request.title ?? "", subtitle: request.subtitle ?? "")
    progress = TaskProgress(reporter)
    super.init(run)
  }

  /// What the work is, for people.
  open var title: String { reporter.title }
  /// More about it, for people.
  open var subtitle: String { reporter.subtitle }

  /// Changes what people see. What is longer than 255 bytes is cut off.
  open func updateTitle(_ title: String, subtitle: String) {
    reporter.update(title: title, subtitle: subtitle)
  }

  /// Says again how far it is.
  func repeatProgress() { reporter.repeatReport() }

  /// The last word about progress.
  func finishProgress() { reporter.finish() }
}
