public import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// Runs a block now and then, when it disturbs nobody: Foundation's class of this name, which Foundation does
/// not have on Linux. bgtaskd carries it, as a processing task that does not wait for an idle machine (R31);
/// the application's manifest has to permit its identifier as any other.
///
/// The block is called while this process runs. When the program is not running, bgtaskd starts it if the
/// manifest says how, and keeps the run until the program has scheduled its activity.
open class NSBackgroundActivityScheduler: NSObject, @unchecked Sendable {
  /// What became of an activity.
  public enum Result: Int, Sendable {
    /// It is done.
    case finished = 1
    /// It stopped early, and wants to be called again soon.
    case deferred = 2
  }

  /// What the block calls when it is done, once.
  public typealias CompletionHandler = @Sendable (NSBackgroundActivityScheduler.Result) -> Void

  /// Which activity it is, in reverse DNS notation.
  public let identifier: String

  private let settings = Mutex(ActivitySettings())
  private let runningTask = Mutex<BGTask?>(nil)
  /// Where it was scheduled.
  private let session = Mutex<SchedulerSession?>(nil)

  /// An activity that is not scheduled yet.
  public init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Ends when nobody holds it any more, as Foundation's does.
  deinit { invalidate() }

  /// On what sort of queue the block is called.
  open var qualityOfService: QualityOfService {
    get { settings.withLock { $0.qualityOfService } }
    set { settings.withLock { $0.qualityOfService = newValue } }
  }

  /// Whether it is called again and again, or once.
  open var repeats: Bool {
    get { settings.withLock { $0.repeats } }
    set { settings.withLock { $0.repeats = newValue } }
  }

  /// The seconds from scheduling to the call, and from call to call, about; at least one.
  open var interval: TimeInterval {
    get { settings.withLock { $0.interval } }
    set { settings.withLock { $0.interval = newValue } }
  }

  /// How many seconds earlier or later than the ``interval`` it may be called; half of the interval until it
  /// is set.
  open var tolerance: TimeInterval {
    get { settings.withLock { $0.effectiveTolerance } }
    set { settings.withLock { $0.tolerance = newValue } }
  }

  /// Whether the block that is running should stop early and call its completion handler with
  /// ``Result/deferred``.
  open var shouldDefer: Bool { runningTask.withLock { $0 }?.shouldDefer ?? false }

  /// Begins to schedule the activity with the present properties. What was scheduled before with the same
  /// properties, also by an earlier process, keeps its place, so that a program that is started often has its
  /// turn all the same; with others it is replaced. When that is not possible, standard error says why and
  /// what to do.
  /// - Parameter block: Called on a serial background queue of the quality of service. It calls its argument
  ///   when the activity is done.
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
      // Before the registration: that one delivers what is launching.
      let isThere = try session.has(request, in: [.waiting, .launching])
      // A refusal is said by the registration.
      guard session.registerActivity(identifier, handler), !isThere else { return }
      try session.submit(request)
    } catch {
      StandardError.say("the activity \(identifier) is not scheduled: \(error.localizedDescription)")
    }
  }

  private func run(_ task: BGTask, _ block: (@escaping CompletionHandler) -> Void) {
    runningTask.withLock { $0 = task }
    // There is nobody to be told: the block asks shouldDefer. The run has its grace to end.
    task.expirationHandler = {}
    block { [weak self] result in
      self?.runningTask.withLock { if $0 === task { $0 = nil } }
      task.setTaskCompleted(success: result == .finished)
    }
  }

  /// Ends it: the block is not called any more. One that runs is told to stop, through ``shouldDefer``.
  open func invalidate() {
    guard let session = session.withLock({ $0.take() }) else { return }
    session.unregisterActivity(identifier)
    session.cancel(identifier)
  }
}
