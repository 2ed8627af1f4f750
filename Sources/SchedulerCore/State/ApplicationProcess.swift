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

  /// What is due about it.
  enum Timer {
    /// It has had nothing to do for a while.
    case idleness
    /// Its grace is over.
    case grace
  }

  /// What is due about it next, and when; nil when nothing is.
  var nextTimer: (timer: Timer, time: MonotonicTime)? {
    switch phase {
    case .needed, .killed: nil
    case .idle(let stopAt): (.idleness, stopAt)
    case .stopping(let killAt): (.grace, killAt)
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

/// Where an application's process is.
enum ApplicationProcessPhase: Hashable {
  /// Runs wait for it or are with it, or its application is in use.
  case needed
  /// It has nothing to do, and is told to end at this point unless it gets something.
  case idle(stopAt: MonotonicTime)
  /// It was told to end and is killed at this point.
  case stopping(killAt: MonotonicTime)
  /// It was killed and its end is awaited.
  case killed
}

/// A user's application. Its limits, spacing and budget (R11, R37) are counted for each user, so that nobody
/// waits for what another user's copy of a program did.
struct ApplicationKey: Hashable {
  var uid: UInt32
  /// The manifest's name.
  var name: String
}

/// A key in a heap of times: a task may have had two processes started for it, by two applications.
struct ProcessDue: Comparable {
  var time: MonotonicTime
  var task: TaskID
  var id: RunID

  static func < (left: ProcessDue, right: ProcessDue) -> Bool {
    (left.time, left.task, left.id.text) < (right.time, right.task, right.id.text)
  }
}
