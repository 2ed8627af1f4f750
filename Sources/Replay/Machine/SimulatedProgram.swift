import SchedulerCore

/// The program of a run: it works for as long as its work takes, and then succeeds.
struct SimulatedProgram {
  /// The step in which it saves its work; `nil` when it saves nothing.
  let step: TimeSpan?
  /// The work of earlier runs that was saved.
  let saved: TimeSpan
  /// The whole work.
  private let length: TimeSpan
  /// The work of the run so far, up to ``since``.
  private(set) var worked: TimeSpan = .zero
  /// The number of times that it was frozen.
  private(set) var freezes = 0
  /// The point since which it works; `nil` while it stands still.
  private var since: MonotonicTime?

  init(length: TimeSpan, saved: TimeSpan, step: TimeSpan?, at now: MonotonicTime) {
    (self.length, self.saved, self.step, since) = (length, saved, step, now)
  }

  /// The point at which its work is done; `nil` while it stands still.
  var end: MonotonicTime? { since.map { $0 + (length - saved - worked) } }

  /// Stands still from now on.
  mutating func stop(at now: MonotonicTime) {
    guard let since else { return }
    worked = worked + (now - since)
    self.since = nil
  }

  /// Stands still from now on, until it is thawed.
  mutating func freeze(at now: MonotonicTime) {
    freezes += 1
    stop(at: now)
  }

  /// Goes on from now on.
  mutating func thaw(at now: MonotonicTime) { since = since ?? now }

  /// The work that the next run does not have to do again.
  var kept: TimeSpan {
    guard let step else { return .zero }
    return TimeSpan(uSec: (saved + worked).uSec / step.uSec * step.uSec)
  }
}
