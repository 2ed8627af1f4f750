/// A process of an application that bgtaskd started, because something was due that no connected program
/// handled.
struct ApplicationProcess {
  /// What the executor knows it by.
  var id: RunID
  var application: ApplicationKey
  /// What it was started for; it tells processes apart in the order of timers.
  var task: TaskID
  var phase: ApplicationProcessPhase
  /// It has registered once, so its program works.
  var hasRegistered = false

  /// When something is due about it.
  var nextTimer: MonotonicTime? {
    switch phase {
    case .needed, .killed: nil
    case .idle(let stopAt): stopAt
    case .stopping(let killAt): killAt
    }
  }

  /// It was told to end, so nothing new is given to it.
  var isEnding: Bool {
    switch phase {
    case .needed, .idle: false
    case .stopping, .killed: true
    }
  }
}
