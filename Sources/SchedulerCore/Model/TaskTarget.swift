/// Who does the work of a task.
package enum TaskTarget: String, Sendable {
  /// bgtaskd runs the request's own program.
  case command
  /// The application whose manifest permits the identifier.
  case application
}
