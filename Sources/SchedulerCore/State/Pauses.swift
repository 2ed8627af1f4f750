/// The pauses that hold work back. There are few of them (``Pause/limitPerUser``).
struct Pauses {
  private var byUser: [UInt32?: [Pause]] = [:]

  init(_ pauses: [Pause] = []) {
    for pause in pauses { put(pause) }
  }

  /// Those of everybody's tasks first, then by user, each in the order in which they came.
  var all: [Pause] {
    byUser.sorted { ($0.key.map(Int64.init) ?? -1) < ($1.key.map(Int64.init) ?? -1) }.flatMap(\.value)
  }

  /// Takes the place of the one about the same.
  mutating func put(_ pause: Pause) {
    remove(pause.scope)
    byUser[pause.scope.uid, default: []].append(pause)
  }

  @discardableResult
  mutating func remove(_ scope: PauseScope) -> Pause? {
    guard let place = byUser[scope.uid]?.firstIndex(where: { $0.scope == scope }) else { return nil }
    let pause = byUser[scope.uid]?.remove(at: place)
    if byUser[scope.uid]?.isEmpty == true { byUser[scope.uid] = nil }
    return pause
  }

  subscript(scope: PauseScope) -> Pause? { byUser[scope.uid]?.first { $0.scope == scope } }

  /// Of those that hold the task back the one that does so for longest.
  func holding(_ key: TaskKey, _ kind: Kind, at now: WallTime) -> Pause? {
    longest(of: key.uid, at: now) { $0.covers(key, kind) }
  }

  /// Nothing of the user's of this kind starts.
  func holdsAll(of uid: UInt32, _ kind: Kind, at now: WallTime) -> Bool {
    longest(of: uid, at: now) { $0.isWide && $0.covers(uid, kind) } != nil
  }

  private func longest(
    of uid: UInt32, at now: WallTime, where fits: (PauseScope) -> Bool
  ) -> Pause? {
    guard !byUser.isEmpty else { return nil }
    var longest: Pause?
    for pause in (byUser[nil] ?? []) + (byUser[uid] ?? []) where pause.isInForce(at: now) && fits(pause.scope)
    {
      guard let until = pause.until else { return pause }
      if longest?.until.map({ $0 < until }) ?? true { longest = pause }
    }
    return longest
  }

  /// When the next of them is over by itself.
  var nextEnd: WallTime? { byUser.values.lazy.flatMap(\.self).compactMap(\.until).min() }
}
