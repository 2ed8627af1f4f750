/// What becomes of a submission whose identifier is already pending (R10).
package enum ConflictPolicy: String, CaseIterable, Sendable {
  /// It takes the place of the earlier request.
  case replace
  /// The earlier request stays, and is what the caller gets back.
  case keep
  /// The caller gets ``SchedulerError/alreadyPending(identifier:)``.
  case fail
}
