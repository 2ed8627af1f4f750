public import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// A scheduler of a block that runs now and then, when it disturbs no user: Foundation's class of this name,
/// which Foundation lacks on Linux. bgtaskd runs the activity as a processing task that does not wait for an
/// idle machine (R31). The application's manifest must permit its identifier, as any other.
///
/// The block is called while this process runs. When the program is not running, bgtaskd starts it if the
/// manifest says how, and keeps the run until the program has scheduled its activity.
open class NSBackgroundActivityScheduler: NSObject, @unchecked Sendable {
  /// The outcome of a call of the block.
  public enum Result: Int, Sendable {
    /// The activity is done.
    case finished = 1
    /// The activity stopped early, and asks for another call soon.
    case deferred = 2
  }

  /// The function that the block calls once, when it is done.
  public typealias CompletionHandler = @Sendable (NSBackgroundActivityScheduler.Result) -> Void

  /// The activity's identifier, in reverse DNS notation.
  public let identifier: String

  private let settings = Mutex(ActivitySettings())
  private let runningTask = Mutex<BGTask?>(nil)
  /// The session in which the activity is scheduled.
  private let session = Mutex<SchedulerSession?>(nil)

  /// Creates an activity that is not scheduled yet.
  public init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Ends the activity with the last reference to it, as Foundation's class does.
  deinit { invalidate() }

  /// The quality of service of the queue on which the block is called.
  open var qualityOfService: QualityOfService {
    get { settings.withLock { $0.qualityOfService } }
    set { settings.withLock { $0.qualityOfService = newValue } }
  }

  /// Whether the block is called again and again, or once.
  open var repeats: Bool {
    get { settings.withLock { $0.repeats } }
    set { settings.withLock { $0.repeats = newValue } }
  }

  /// The approximate seconds from scheduling to the first call, and from call to call; at least one.
  open var interval: TimeInterval {
    get { settings.withLock { $0.interval } }
    set { settings.withLock { $0.interval = newValue } }
  }

  /// The seconds by which a call may come earlier or later than the ``interval``; half of the interval until
  /// it is set.
  open var tolerance: TimeInterval {
    get { settings.withLock { $0.effectiveTolerance } }
    set { settings.withLock { $0.tolerance = newValue } }
  }

  /// Whether the block that is running should stop early and call its completion handler with
  /// ``Result/deferred``.
  open var shouldDefer: Bool { runningTask.withLock { $0 }?.shouldDefer ?? false }

  /// Schedules the activity with the present properties. An activity that was scheduled before with the same
  /// properties, also by an earlier process, keeps its date, so that a program that is started often gets its
  /// call all the same; one with other properties is replaced. When scheduling fails, standard error says why
  /// and what to do.
  /// - Parameter block: The work, called on a serial background queue of the quality of service. It calls its
  ///   argument when the activity is done.
  open func schedule(_ block: @escaping @Sendable (@escaping CompletionHandler) -> Void) {
    let settings = settings.withLock { $0 }
    let session = BGTaskScheduler.shared.session
    self.session.withLock { $0 = session }
    let queue = DispatchQueue(
      label: "NSBackgroundActivityScheduler \(identifier)", qos: settings.qualityOfService.dispatch)
    let handler = LaunchHandler(queue: queue) { [weak self] task in
      guard let self else { return task.setTaskCompleted(success: false) }
      run(task, block)
    }
    do {
      let request = try settings.request(identifier, now: session.backend.now)
      // Asked before the registration, which delivers runs that are launching.
      let isThere = try session.has(request, in: [.waiting, .launching])
      // The registration reports a refusal itself.
      guard session.register(identifier, handler, for: .activity), !isThere else { return }
      try session.submit(request)
    } catch {
      StandardError.say("the activity \(identifier) is not scheduled: \(error.localizedDescription)")
    }
  }

  private func run(_ task: BGTask, _ block: (@escaping CompletionHandler) -> Void) {
    runningTask.withLock { $0 = task }
    // The block polls shouldDefer, so the handler does nothing; a run without one would get no grace (R42).
    task.expirationHandler = {}
    block { [weak self] result in
      self?.runningTask.withLock { if $0 === task { $0 = nil } }
      task.setTaskCompleted(success: result == .finished)
    }
  }

  /// Ends the activity: the block is not called any more, and one that runs hears by ``shouldDefer`` to stop.
  open func invalidate() {
    guard let session = session.withLock({ $0.take() }) else { return }
    session.unregisterActivity(identifier)
    session.cancel(identifier)
  }
}
