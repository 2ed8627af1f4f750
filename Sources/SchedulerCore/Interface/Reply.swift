/// The answer to a call. It may be sent when the batch that it belongs to is on disk.
package enum Reply: Hashable, Sendable {
  case submitted(TaskSnapshot)
  case batch([Result<TaskSnapshot, SchedulerError>])
  case done
  case cancelled(count: Int)
  /// It was cancelled, and its file still asks for it.
  case cancelledDeclared(file: String)
  case launched(RunID)
  case registered(name: String, application: String)
  case conditions(ConditionsSnapshot)
  case failed(SchedulerError)
}
