package import SchedulerCore

/// The warning that no source on this machine reports a task's condition, for the journal and for people.
package enum UnobservedConditions {
  /// Returns the warning, a sentence without a full stop.
  /// - Parameters:
  ///   - names: The names of the conditions.
  ///   - policy: The effect on the task; only `wait` holds it back.
  package static func warning(_ names: [String], _ policy: UnknownPolicy?) -> String {
    // A field of names has another name than the condition that asks for one of them.
    let words = names.map { name in
      NamedCondition.allCases.first { $0.row.field.rawValue == name }?.row.field.words ?? name
    }
    return "nothing on this machine reports \(words.joined(separator: ", "))"
      + (policy == .wait ? ", and the task waits until a source does" : ", which holds nothing back")
  }
}
