/// A process of an application that bgtaskd started, because a task was due that no connected program
/// handled.
struct ApplicationProcess {
  /// The name by which the executor knows the process.
  var id: RunID
  var application: ApplicationKey
  /// The task for which the process was started, which orders processes with timers at the same point.
  var task: TaskID
  var phase: ApplicationProcessPhase
  /// Whether the process has registered once, so its program works.
  var hasRegistered = false

  /// The kinds of timers of a process.
  enum Timer {
    /// The process has had no run and has not been in use for a while.
    case idleness
    /// The grace is over.
    case grace
  }

  /// The process's next timer and its point, or `nil` without one.
  var nextTimer: (timer: Timer, time: MonotonicTime)? {
    switch phase {
    case .needed, .killed: nil
    case .idle(let stopAt): (.idleness, stopAt)
    case .stopping(let killAt): (.grace, killAt)
    }
  }

  /// Whether the process was told to end, so that no run is given to it.
  var isEnding: Bool {
    switch phase {
    case .needed, .idle: false
    case .stopping, .killed: true
    }
  }
}

/// The phase of an application's process.
enum ApplicationProcessPhase: Hashable {
  /// Runs wait for the process or are with it, or its application is in use.
  case needed
  /// The process has nothing to do, and is told to end at this point unless that changes.
  case idle(stopAt: MonotonicTime)
  /// The process was told to end and is killed at this point.
  case stopping(killAt: MonotonicTime)
  /// The process was killed and its end is awaited.
  case killed
}

/// An application of one user. Limits, spacing and budget (R11, R37) count for each user, so that no user
/// waits for another user's copy of a program.
struct ApplicationKey: Hashable {
  var uid: UInt32
  /// The name of the manifest.
  var name: String
}

/// A key in a heap of times. Two processes of two applications may have been started for one task.
struct ProcessDue: Comparable {
  var time: MonotonicTime
  var task: TaskID
  var id: RunID

  static func < (left: ProcessDue, right: ProcessDue) -> Bool {
    (left.time, left.task, left.id.text) < (right.time, right.task, right.id.text)
  }
}
