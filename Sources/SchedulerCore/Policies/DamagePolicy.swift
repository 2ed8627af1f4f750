/// A task whose request is damaged in the state file cannot be launched. It is kept, not given up: a recovery
/// decides.
struct DamagePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let damage = candidate.damage else { return .proceed }
    return .veto(damage, release: .recovery)
  }
}
