/// What a continued request wants when there is no room for it (R52).
package enum SubmissionStrategy: String, CaseIterable, Sendable {
  /// It waits for its turn.
  case queue
  /// The caller gets ``SchedulerError/immediateRunIneligible(identifier:message:)`` (R14).
  case fail
}
