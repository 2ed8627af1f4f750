import SchedulerAPI
import SchedulerCore

/// The requests of a batch, each of which was checked, on whichever queue: for hundreds of them that takes a
/// while.
struct CheckedBatch: Sendable {
  /// What was wrong with each request; nil for those that are right.
  private(set) var errors: [SchedulerInterfaceError?] = []
  /// Those that are right, in order.
  private(set) var requests: [Wire.TaskRequest] = []
  /// The same, as the scheduler takes them.
  private(set) var submissions: [Submission] = []

  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)`` for too many.
  init(_ parameters: SchedulerMethod.SubmitBatch.Parameters) throws(SchedulerInterfaceError) {
    try parameters.checkBounds()
    for request in parameters.requests {
      do throws(SchedulerInterfaceError) {
        submissions.append(try request.submission())
        requests.append(request)
        errors.append(nil)
      } catch {
        errors.append(error)
      }
    }
  }
}
