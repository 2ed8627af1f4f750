/// The pauses that hold work back: looking for those of one user costs what that user and everybody's have.
struct Pauses {
  private struct End: Comparable, Hashable {
    var time: WallTime
    var id: Int64

    init?(_ pause: Pause) {
      guard let until = pause.until else { return nil }
      (time, id) = (until, pause.id)
    }

    static func < (left: End, right: End) -> Bool { (left.time, left.id) < (right.time, right.id) }
  }

  private var byUser: [UInt32?: [Pause]] = [:]
  /// Of those that end by themselves.
  private var ends = SortedSet<End>()
  /// How many each user has asked for.
  private var counts: [UInt32: Int] = [:]

  init(_ pauses: [Pause] = []) {
    for pause in pauses { put(pause) }
  }

  /// Those of everybody's tasks first, then by user, each in the order in which they came.
  var all: [Pause] {
    byUser.sorted { ($0.key.map(Int64.init) ?? -1) < ($1.key.map(Int64.init) ?? -1) }.flatMap(\.value)
  }

  /// Those that concern tasks of the user.
  func concerning(_ uid: UInt32) -> [Pause] { (byUser[nil] ?? []) + (byUser[uid] ?? []) }

  /// The one about this.
  subscript(scope: PauseScope) -> Pause? { byUser[scope.uid]?.first { $0.scope == scope } }

  /// How many are of this user's asking.
  func count(by author: UInt32) -> Int { counts[author] ?? 0 }

  /// Takes the place of the one about the same.
  mutating func put(_ pause: Pause) {
    remove(pause.scope)
    byUser[pause.scope.uid, default: []].append(pause)
    if let end = End(pause) { ends.insert(end) }
    counts[pause.author, default: 0] += 1
  }

  mutating func remove(_ scope: PauseScope) {
    guard let pause = self[scope] else { return }
    byUser[scope.uid]?.removeAll { $0.scope == scope }
    if byUser[scope.uid]?.isEmpty == true { byUser[scope.uid] = nil }
    if let end = End(pause) { ends.remove(end) }
    let count = count(by: pause.author) - 1
    counts[pause.author] = count > 0 ? count : nil
  }

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
    for pause in concerning(uid) where pause.isInForce(at: now) && fits(pause.scope) {
      guard let until = pause.until else { return pause }
      if longest?.until.map({ $0 < until }) ?? true { longest = pause }
    }
    return longest
  }

  /// When the next of them is over by itself.
  var nextEnd: WallTime? { ends.first?.time }
}
