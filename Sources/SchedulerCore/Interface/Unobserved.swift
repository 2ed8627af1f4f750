/// What a task asks for and nobody reports now.
package struct Unobserved: Hashable, Sendable {
  /// The conditions, by their names; at least one.
  package var names: [String]
  /// What that does to the task.
  package var policy: UnknownPolicy

  /// - Parameter names: At least one.
  package init(_ names: [String], _ policy: UnknownPolicy) { (self.names, self.policy) = (names, policy) }
}
