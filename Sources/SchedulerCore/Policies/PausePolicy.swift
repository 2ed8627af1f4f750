/// A paused task does not start.
struct PausePolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let pause = situation.pause else { return .proceed }
    return .veto(pause.reason, release: .resumption(pause.until, isWide: pause.scope.isWide))
  }
}
