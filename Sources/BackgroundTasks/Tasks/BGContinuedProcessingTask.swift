public import Foundation
import SchedulerAPI

/// A run of work that a person started (R50). Its ``progress`` has to advance: a run without any for a minute
/// is told to stop (R51). `bgtaskctl list` and `watch` show title, subtitle and progress, and
/// `bgtaskctl cancel` stops the run (R53).
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// The run's progress, reported to the daemon with its children's, a few times a second at most. Changes of
  /// children count within half a second: Foundation does not tell their parent on Linux.
  public let progress: Progress

  override init(_ run: TaskRun) {
    progress = run.progress
    super.init(run)
  }

  /// Creates a task that no scheduler launched, for tests of an application. It has neither title nor
  /// subtitle, and its progress is not reported.
  public override init() {
    let run = TaskRun.ofNobody()
    progress = run.progress
    super.init(run)
  }

  /// The title of the work, for people.
  open var title: String { run.reporter.title }
  /// The subtitle of the work, for people.
  open var subtitle: String { run.reporter.subtitle }

  /// The task as Apple's framework prints it: `<BGContinuedProcessingTask: com.example.export (Export)>`.
  open override var description: String { "<\(type(of: self)): \(identifier) (\(title))>" }

  /// Changes the title and the subtitle. Text beyond 255 bytes is cut off.
  open func updateTitle(_ title: String, subtitle: String) {
    run.reporter.update(title: title, subtitle: subtitle)
  }
}
