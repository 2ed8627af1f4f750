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
  var backoff: Wire.Backoff?
  var retryInitialUSec: Int64?
  var retryMaximumUSec: Int64?
  var retryAttempts: Int?
  var workingDirectory: String?

  /// Any of the keys about retrying asks for it.
  var retry: Wire.Retry? {
    guard backoff != nil || retryInitialUSec != nil || retryMaximumUSec != nil || retryAttempts != nil else {
      return nil
    }
    return Wire.Retry(
      backoff: backoff ?? .exponential, initialDurationUSec: retryInitialUSec,
      maximumDurationUSec: retryMaximumUSec, maximumAttempts: retryAttempts)
  }
}
