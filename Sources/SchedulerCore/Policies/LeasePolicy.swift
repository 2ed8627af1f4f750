/// R96: a task whose lease is over does not start any more. It ends as soon as that can be recorded.
struct LeasePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let lease = candidate.task.lease, lease.isOver(at: situation.moment) else { return .proceed }
    return .veto(lease.loss(at: situation.moment), release: .gate(nil))
  }
}
