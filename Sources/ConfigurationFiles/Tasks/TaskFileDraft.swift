import SchedulerAPI
import SchedulerCore

/// What the lines of a task's file come to.
struct TaskFileDraft {
  /// The request; its identifier and kind are those of the file when they are not nil below.
  var request = Wire.TaskRequest(identifier: "", kind: .processing)
  var identifier: String?
  var kind: Wire.Kind?
  var user: String?
  var delay: TimeSpan?
  var deadlineDelay: TimeSpan?
  var workingDirectory: String?
}
