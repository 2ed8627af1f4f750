/// The pauses that hold work back: looking for those of one user costs what that user and everybody's have.
struct Pauses {
  private struct End: Comparable, Hashable {
    var time: WallTime
    var uid: UInt32?
    var id: Int64

    init?(_ pause: Pause) {
      guard let until = pause.until else { return nil }
      (time, uid, id) = (until, pause.scope.uid, pause.id)
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

  /// All pauses: of everybody's tasks first, then by user, those that began first first.
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
    let later = byUser[pause.scope.uid]?.firstIndex { (pause.since, pause.id) < ($0.since, $0.id) }
    byUser[pause.scope.uid, default: []].insert(pause, at: later ?? byUser[pause.scope.uid]?.count ?? 0)
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
    guard !byUser.isEmpty else { return nil }
    var longest: Pause?
    for pause in concerning(key.uid) where pause.isInForce(at: now) && pause.scope.covers(key, kind) {
      guard let until = pause.until else { return pause }
      if longest?.until.map({ $0 < until }) ?? true { longest = pause }
    }
    return longest
  }

  /// Nothing of this kind starts, whoever's it is.
  func holdsAll(_ kind: Kind, at now: WallTime) -> Bool {
    (byUser[nil] ?? []).contains {
      $0.isInForce(at: now) && $0.scope.isWide && $0.scope.kind ?? kind == kind
    }
  }

  /// The kinds of which nothing of the user's starts, because of pauses of their tasks alone.
  func kindsHeld(of uid: UInt32) -> Set<Kind> {
    (byUser[uid] ?? []).filter(\.scope.isWide).reduce(into: []) { kinds, pause in
      kinds.formUnion(pause.scope.kind.map { [$0] } ?? Kind.allCases)
    }
  }

  /// When the next of them is over by itself.
  var nextEnd: WallTime? { ends.first?.time }

  /// A pause that is over by then; nil when there is none.
  func ended(by now: WallTime) -> Pause? {
    guard let end = ends.first, end.time <= now else { return nil }
    return byUser[end.uid]?.first { $0.id == end.id }
  }
}
