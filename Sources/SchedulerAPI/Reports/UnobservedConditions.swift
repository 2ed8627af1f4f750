/// The warning that nothing on this machine reports what a task asks for, in the journal and for people.
package enum UnobservedConditions {
  /// A sentence without a full stop.
  /// - Parameters:
  ///   - names: The conditions, by their names.
  ///   - waits: The task waits until something reports them.
  package static func warning(_ names: [String], waits: Bool) -> String {
    "nothing on this machine reports \(names.joined(separator: ", "))"
      + (waits ? ", and it waits until something does" : ", which holds nothing back")
  }
}
