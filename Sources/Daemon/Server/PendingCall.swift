import SchedulerAPI

/// A call that the scheduler has not answered yet.
struct PendingCall {
  /// Where the reply goes.
  var id: CallID
  /// When it is accepted, its connection is an application's.
  var makesApplication = false
  /// Of a batch: what was wrong with each request; nil for those that went to the scheduler.
  var errors: [SchedulerInterfaceError?] = []
  /// What was submitted, in order, without what was wrong.
  var requests: [Wire.TaskRequest] = []
}
