public import Foundation
import SchedulerAPI

/// A run of a task, which a launch handler is given. Its subclass depends on the request's.
///
/// The run goes on until ``setTaskCompleted(success:)``, also when the handler has returned (R34) and when
/// the last reference to the object is gone.
open class BGTask: NSObject, @unchecked Sendable {
  let run: TaskRun

  init(_ run: TaskRun) {
    self.run = run
    super.init()
  }

  /// Creates a task that no scheduler launched, for tests of an application. Its identifier is empty, unless
  /// a subclass says another. It keeps its ``expirationHandler``, for the test to call. Of several
  /// completions the first counts, and none is reported.
  public override init() {
    run = .ofNobody()
    super.init()
  }

  /// The task's identifier.
  open var identifier: String { run.identifier }

  /// The handler of the expiration, called when the run's time is up or a requirement is lost (R40), on the
  /// launch handler's queue (R4), or beside a launch handler that keeps that queue. After it the run has a
  /// grace of a few seconds to save its work and call ``setTaskCompleted(success:)`` (R41). The handler is
  /// cleared when it was called and when the task completed (R43).
  ///
  /// A run that has no handler when its time is up is completed as unsuccessful (R42). A handler that is set
  /// later than that is called at once.
  open var expirationHandler: (() -> Void)? {
    get { run.expirationHandler }
    set { run.setExpirationHandler(newValue) }
  }

  /// Ends the run, and returns when the daemon has recorded the end. A daemon that is away is told when it is
  /// back. The first call counts (R45).
  /// - Parameter success: Whether the run did what it was to do. A failed run is not retried, unless the
  ///   request has a ``BGTaskRequest/retry`` (R44).
  open func setTaskCompleted(success: Bool) { run.complete(success: success) }

  /// The class and the identifier, as Apple's framework prints a task into consoles:
  /// `<BGAppRefreshTask: com.example.bgRefresh>`. ``runIdentifier`` says which run it is.
  open override var description: String { "<\(type(of: self)): \(identifier)>" }
}

/// A run of a short, frequent update (R30).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// A run of minutes, while the machine is idle (R31).
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// A run for a health study.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}
