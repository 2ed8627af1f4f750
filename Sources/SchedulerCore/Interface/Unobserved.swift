/// The conditions that a task asks for and no source reports now.
package struct Unobserved: Hashable, Sendable {
  /// The names of the conditions; at least one.
  package var names: [String]
  /// The effect on the task.
  package var policy: UnknownPolicy

  /// - Parameter names: At least one name.
  package init(_ names: [String], _ policy: UnknownPolicy) { (self.names, self.policy) = (names, policy) }
}
