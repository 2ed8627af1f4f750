@testable import SchedulerCore

/// Somebody wants that something does not start, and lets it start again.
extension Swarm {
  /// Nil mostly.
  mutating func pauseOrResume() -> Event? {
    guard speaks, isLikely(50) else { return nil }
    let uid = user(in: 10...12)
    if isLikely(15) { return .call(.resume(nil), uid: isLikely(30) ? 0 : uid) }
    let identifiers: [String?] = [nil, "t1", "t2", "t*", "t3*"]
    let scope = PauseScope(
      uid: isLikely(20) ? nil : uid, kind: isLikely(30) ? .processing : nil,
      identifiers: identifiers.randomElement(using: &wishes) ?? nil)
    let caller = isLikely(10) ? 10 : scope.uid ?? 0
    if isLikely(40) { return .call(.resume(scope), uid: caller) }
    let until = now.wall + .seconds(Int64.random(in: -10...40_000, using: &wishes))
    return .call(.pause(scope, until: isLikely(60) ? until : nil, stops: isLikely(30)), uid: caller)
  }

  mutating func isLikely(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &wishes) < percent }

  private mutating func user(in users: ClosedRange<UInt32>) -> UInt32 {
    UInt32.random(in: users, using: &wishes)
  }
}

extension SwarmChecks {
  /// What holds a task back after these changes, said in other words than the scheduler's own.
  static func isPaused(
    _ task: ScheduledTask, _ store: StoreModel, _ changes: [StoreChange], at now: Moment
  ) -> Bool {
    var pauses = store.pauses
    for change in changes {
      switch change {
      case .putPause(let pause): pauses[pause.id] = pause
      case .deletePause(let id): pauses[id] = nil
      default: break
      }
    }
    return pauses.values.contains { pause in
      let (scope, name) = (pause.scope, task.request.identifier)
      if let uid = scope.uid, uid != task.uid { return false }
      if let kind = scope.kind, kind != task.request.kind { return false }
      if let until = pause.until, until <= now.wall { return false }
      switch scope.identifiers {
      case nil, name?, "t*"?: return true
      case "t3*"?: return name.hasPrefix("t3")
      default: return false
      }
    }
  }
}
