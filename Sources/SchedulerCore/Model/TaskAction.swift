/// The program or the task that starts when a task succeeds, fails or is overdue.
package enum TaskAction: Hashable, Sendable {
  /// A program of the task's user, as a command line (systemd.syntax(7)). Each trigger makes one task of it.
  case program(String)
  /// A waiting task of the same user, which becomes due.
  case task(String)

  /// Reads the text of a request: a program begins with a slash.
  package init(_ text: String) { self = text.hasPrefix("/") ? .program(text) : .task(text) }

  /// The text as the request writes it.
  package var text: String {
    switch self {
    case .program(let text), .task(let text): text
    }
  }
}

/// The change of a task that triggers an action. The names are the command line's.
package enum ActionTrigger: String, CaseIterable, Sendable {
  /// A run failed, and is not retried.
  case failure
  /// A run succeeded.
  case success
  /// The task is overdue.
  case overdue
}

/// The actions of a task, by their triggers.
package typealias TaskActions = [ActionTrigger: TaskAction]

/// The cause of an action that was taken.
package struct ActionCause: Hashable, Sendable {
  /// The longest ``chain`` of an action that calls for a task.
  package static let depth = 16

  package var trigger: ActionTrigger
  /// The task, behind the tasks that caused its run in turn. At least one.
  package var chain: [String]
  /// The run that ended; `nil` where none has.
  package var runID: RunID?

  package init(trigger: ActionTrigger, chain: [String], runID: RunID?) {
    (self.trigger, self.chain, self.runID) = (trigger, chain, runID)
  }

  /// The task that triggered the action.
  package var identifier: String { chain.last ?? "" }

  /// The identifier of the action's program as a task. No task that is submitted can have it.
  package var actionIdentifier: String { "\(identifier):\(trigger.rawValue)" }
}
