public import Foundation
import SchedulerAPI

/// A run of a task, which a launch handler is given. Which subclass it is depends on the request's.
///
/// The run goes on until ``setTaskCompleted(success:)``, also when the handler has returned (R34) and when
/// nobody holds the object any more.
open class BGTask: NSObject, @unchecked Sendable {
  let run: TaskRun

  init(_ run: TaskRun) {
    self.run = run
    super.init()
  }

  /// For tests of an application: a task that no scheduler launched. Its identifier is empty, unless a
  /// subclass says another; it keeps the ``expirationHandler`` that it is given, for the test to call, and of
  /// several completions the first counts, of which nobody hears.
  public override init() {
    run = .ofNobody()
    super.init()
  }

  /// The task's identifier.
  open var identifier: String { run.identifier }

  /// Called when the run's time is up or a requirement is lost (R40), on the launch handler's queue (R4), or
  /// beside a launch handler that keeps that queue.
  /// After it the run has a grace period of a few seconds to save its work and call
  /// ``setTaskCompleted(success:)`` (R41). It is cleared when it was called and when the task completed
  /// (R43).
  ///
  /// A run that has none when its time is up is completed as unsuccessful (R42). One that is set later than
  /// that is called at once.
  open var expirationHandler: (() -> Void)? {
    get { run.expirationHandler }
    set { run.setExpirationHandler(newValue) }
  }

  /// Ends the run. Returns when the daemon has recorded it; when the daemon is away, it is told when it is
  /// back. The first call counts (R45).
  /// - Parameter success: Whether the run did what it was to do. What did not is not tried again, unless the
  ///   request has a ``BGTaskRequest/retry`` (R44).
  open func setTaskCompleted(success: Bool) { run.complete(success: success) }

  /// The class and the identifier, as Apple's framework prints a task into consoles:
  /// `<BGAppRefreshTask: com.example.bgRefresh>`. Which run it is, ``runIdentifier`` says.
  open override var description: String { "<\(type(of: self)): \(identifier)>" }
}

/// A run of a short, frequent update (R30).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// A run of minutes, at a quiet time (R31).
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// A run for a health study.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
