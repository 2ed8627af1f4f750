/// What else is started when something has become of a task.
package enum TaskAction: Hashable, Sendable {
  /// A program of the task's user, as a command line (systemd.syntax(7)). It is there once each time.
  case program(String)
  /// A task of the same user that waits: its date has come.
  case task(String)

  /// As it is written: a program begins with a slash.
  package init(_ text: String) { self = text.hasPrefix("/") ? .program(text) : .task(text) }

  /// As it is written.
  package var text: String {
    switch self {
    case .program(let text), .task(let text): text
    }
  }
}

/// What has become of a task that something else follows from. The names are the command line's.
package enum ActionTrigger: String, CaseIterable, Sendable {
  /// A run failed, and is not tried again.
  case failure
  /// A run succeeded.
  case success
  /// It is overdue.
  case overdue
}

/// What a task has started when something becomes of it.
package typealias TaskActions = [ActionTrigger: TaskAction]

/// Why an action was taken.
package struct ActionCause: Hashable, Sendable {
  /// No action follows from more than so many others.
  package static let depth = 16

  /// What has become of the task.
  package var trigger: ActionTrigger
  /// The task, behind those that caused its run in turn. At least one.
  package var chain: [String]
  /// The run that ended; nil where none has.
  package var runID: RunID?

  /// A cause.
  package init(trigger: ActionTrigger, chain: [String], runID: RunID?) {
    (self.trigger, self.chain, self.runID) = (trigger, chain, runID)
  }

  /// The task that this has become of.
  package var identifier: String { chain.last ?? "" }

  /// What the program is called that is started for it. No task that is submitted can be called so.
  package var actionIdentifier: String { "\(identifier):\(trigger.rawValue)" }
}
