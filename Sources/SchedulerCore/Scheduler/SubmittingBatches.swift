/// Batches of requests. Batches take turns, and an event takes in a bounded part of one.
extension Scheduler {
  /// Whether requests of a batch wait for ``Event/goOn``.
  package var isSubmitting: Bool { !volatile.backlog.submitting.isEmpty }

  /// Goes on with the batch whose turn it is.
  mutating func submitMore(at moment: Moment) {
    guard isSubmitting else { return }
    attendOverdue(at: moment)
    submitMore(of: volatile.backlog.submitting.removeFirst(), at: moment)
  }

  /// Submits as much of a batch as one event may. The last part brings the answer; until then none of its
  /// user's tasks starts.
  mutating func submitMore(of batch: Backlog.Submitting, at moment: Moment) {
    var batch = batch
    // The other work of this event has a slice of its own, so a flood of batches delays nothing else.
    var left = Slice(sliceSize)
    var results: [Result<TaskSnapshot, SchedulerError>] = []
    while !left.isSpent, batch.next < batch.submissions.count {
      let submission = batch.submissions[batch.next]
      let (movedBytes, orderLooks) = (tables.indexes.movedBytes, orderLooks)
      results.append(submit(submission, batch.caller, at: moment))
      left.spend(
        Slice.request + Slice.words * (submission.request.wish.start?.leaves.count ?? 0)
          + Slice.date * (submission.request.calendar?.expressionCount ?? 0)
          + Slice.storing(tables.indexes.movedBytes - movedBytes) + self.orderLooks - orderLooks)
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

  /// Refuses the rest of all batches: nothing more is accepted.
  mutating func refuseBatches(at moment: Moment) {
    while isSubmitting { submitMore(at: moment) }
    answerSubmissions()
  }
}
