/// R13: a kind that was switched off is not accepted any more, and what was accepted before waits.
struct KindDisabledPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let kind = candidate.task.request.kind
    guard situation.configuration.disabledKinds.contains(kind) else { return .proceed }
    return .veto(
      Reason(code: .kindDisabled, message: "\(kind.rawValue) tasks are switched off by DisabledKinds="),
      release: .gate(nil))
  }
}
