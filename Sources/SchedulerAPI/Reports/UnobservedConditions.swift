package import SchedulerCore

/// The warning that nothing on this machine reports what a task asks for, in the journal and for people.
package enum UnobservedConditions {
  /// A sentence without a full stop.
  /// - Parameters:
  ///   - names: The conditions, by their names.
  ///   - policy: What that does to the task; what is not said holds nothing back.
  package static func warning(_ names: [String], _ policy: UnknownPolicy?) -> String {
    "nothing on this machine reports \(names.joined(separator: ", "))"
      + (policy == .wait ? ", and it waits until something does" : ", which holds nothing back")
  }
}
