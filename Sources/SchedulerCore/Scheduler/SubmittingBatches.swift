/// Batches of requests. They take turns, and an event takes in so much of one of them.
extension Scheduler {
  /// Requests wait for ``Event/goOn``.
  package var isSubmitting: Bool { !volatile.backlog.submitting.isEmpty }

  /// Goes on with the batch whose turn it is.
  mutating func submitMore(at moment: Moment) {
    guard isSubmitting else { return }
    attendOverdue(at: moment)
    submitMore(of: volatile.backlog.submitting.removeFirst(), at: moment)
  }

  /// Submits as much of a batch as the event has time for. The last of it brings the answer; before that
  /// nothing of its user starts.
  mutating func submitMore(of batch: Backlog.Submitting, at moment: Moment) {
    var batch = batch
    // What else there is to do in this event has as much for itself: a flood of batches keeps nothing
    // waiting.
    var left = Slice(sliceSize)
    var results: [Result<TaskSnapshot, SchedulerError>] = []
    while !left.isSpent, batch.next < batch.submissions.count {
      let submission = batch.submissions[batch.next]
      left.spend(Slice.request + Slice.words * (submission.request.wish.start?.leaves.count ?? 0))
      results.append(submit(submission, batch.caller, at: moment))
      batch.next += 1
    }
    batch.results.append(results)
    let isDone = batch.next == batch.submissions.count
    if !isDone { volatile.backlog.submitting.append(batch) }
    let uid = batch.caller.uid
    tables.set(.submitting, of: uid, volatile.backlog.submitting.contains { $0.caller.uid == uid })
    guard isDone else { return }
    submissions.append(
      PendingAnswer(token: batch.token, results: batch.results.flatMap(\.self), isBatch: true))
  }

  /// Answers the batches of which something is left: nothing more is accepted.
  mutating func refuseBatches(at moment: Moment) {
    while isSubmitting { submitMore(at: moment) }
    answerSubmissions()
  }
}
