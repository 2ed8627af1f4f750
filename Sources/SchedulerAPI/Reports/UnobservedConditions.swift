package import SchedulerCore

/// The warning that no source on this machine reports a task's condition, for the journal and for people.
package enum UnobservedConditions {
  /// Returns the warning, a sentence without a full stop.
  /// - Parameters:
  ///   - names: The names of the conditions.
  ///   - policy: The effect on the task; only `wait` holds it back.
  package static func warning(_ names: [String], _ policy: UnknownPolicy?) -> String {
    let words = names.map { ConditionField(rawValue: $0)?.words ?? $0 }
    return "nothing on this machine reports \(words.joined(separator: ", "))"
      + (policy == .wait ? ", and the task waits until a source does" : ", which holds nothing back")
  }
}
