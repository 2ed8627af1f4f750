import Dispatch
import Foundation
import PlainText
import SchedulerAPI
import Synchronization

/// The reporter of a run's progress to the scheduler: the first change at once, later ones once an interval,
/// and the last for sure. A change while a report is due costs one atomic operation.
final class ProgressReporter: Sendable {
  private let runId: String
  private let backend: any SchedulerBackend
  private let interval: Duration
  private let isDue = Atomic(false)
  private let state: Mutex<State>
  /// The queue that sends reports, one after the other.
  private let queue = DispatchQueue(label: "BackgroundTasks progress", qos: .utility)

  private struct State {
    var title: String
    var subtitle: String
    var hasChildren = false
    var hasEnded = false
    /// The progress that the scheduler knew when it launched the run.
    var known: Wire.Progress?
    var lastReport: Wire.Progress?
    var earliestNext = ContinuousClock.now
  }

  /// The interval of looks at children, whose changes Foundation does not report.
  private static let childInterval = DispatchTimeInterval.milliseconds(500)

  init(_ run: TaskRun) {
    let request = run.launch.task.request
    // The titles of other kinds say what the request is, and not how far its run is.
    let (title, subtitle) = run.isContinued ? (request.title ?? "", request.subtitle ?? "") : ("", "")
    runId = run.runId
    backend = run.backend
    interval = backend.progressInterval
    state = Mutex(State(title: title, subtitle: subtitle))
    // Progress that the scheduler knows already is not reported again.
    let known = run.launch.task.progress ?? Wire.Progress(completedUnitCount: 0, totalUnitCount: 0)
    state.withLock {
      $0.known = Wire.Progress(
        completedUnitCount: known.completedUnitCount, totalUnitCount: known.totalUnitCount,
        title: Self.line(title), subtitle: Self.line(subtitle))
      $0.lastReport = $0.known
    }
  }

  /// Set once, before anything else; the progress's owner, the task, lives while reports are asked for.
  private let source = Mutex(Weak<Progress>(nil))

  func attach(_ progress: Progress) { source.withLock { $0.object = progress } }

  var title: String { state.withLock { $0.title } }
  var subtitle: String { state.withLock { $0.subtitle } }

  func update(title: String, subtitle: String) {
    state.withLock {
      $0.title = title
      $0.subtitle = subtitle
    }
    changed()
  }

  /// Reports again, because the scheduler may have forgotten the last report.
  func repeatReport() {
    state.withLock { $0.lastReport = $0.known }
    changed()
  }

  /// Takes in a possible change.
  func changed() {
    guard interval > .zero else { return report() }
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let pause = state.withLock { ContinuousClock.now.duration(to: $0.earliestNext) }
    let send: @Sendable () -> Void = {
      // From here on a change is due again: the report is made from the state after this line.
      _ = self.isDue.exchange(false, ordering: .acquiringAndReleasing)
      self.report()
    }
    if pause > .zero {
      queue.asyncAfter(deadline: .now() + pause.dispatchInterval, execute: send)
    } else {
      queue.async(execute: send)
    }
  }

  /// Takes in that the progress has a child, whose changes are not reported from now on.
  func gotChild() {
    let isFirst = state.withLock { state in
      defer { state.hasChildren = true }
      return !state.hasChildren
    }
    changed()
    if isFirst { lookAtChildrenLater() }
  }

  private func lookAtChildrenLater() {
    queue.asyncAfter(deadline: .now() + Self.childInterval) {
      guard !self.state.withLock({ $0.hasEnded }) else { return }
      self.changed()
      self.lookAtChildrenLater()
    }
  }

  /// Makes the last report; none follows it.
  func finish() {
    if interval > .zero {
      queue.sync { report(isLast: true) }
    } else {
      report(isLast: true)
    }
  }

  private func report(isLast: Bool = false) {
    guard let progress = source.withLock({ $0.object }) else { return }
    let report: Wire.Progress? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.hasEnded = isLast
      let report = Self.report(progress, state)
      guard report != state.lastReport else { return nil }
      state.lastReport = report
      state.earliestNext = .now + interval
      return report
    }
    if let report { backend.reportProgress(runId: runId, report) }
  }

  private static func report(_ progress: Progress, _ state: State) -> Wire.Progress {
    let total = max(progress.totalUnitCount, 0)
    var completed = max(progress.completedUnitCount, 0)
    if state.hasChildren, total > 0 {
      let fraction = progress.fractionCompleted * Double(total)
      completed = fraction < Double(total) ? Int64(max(fraction, 0)) : total
    }
    return Wire.Progress(
      completedUnitCount: total > 0 ? min(completed, total) : completed, totalUnitCount: total,
      title: line(state.title), subtitle: line(state.subtitle))
  }

  /// Returns a line as the protocol takes it: no more bytes than allowed, and nothing that a terminal obeys.
  private static func line(_ text: String) -> String? {
    let line = SingleLine.cleaned(text, maximumBytes: Wire.Progress.Bounds.title.upperBound)
    return line.isEmpty ? nil : line
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
