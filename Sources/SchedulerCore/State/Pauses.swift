/// The pauses that hold tasks back. A look-up costs as much as the user and the machine have pauses.
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
  /// The ends of the pauses that have a date.
  private var ends = SortedSet<End>()
  /// The number of pauses that each user has asked for.
  private var counts: [UInt32: Int] = [:]

  init(_ pauses: [Pause] = []) {
    for pause in pauses { put(pause) }
  }

  /// All pauses: those of the whole machine, then those of each user, each in the order of their beginnings.
  var all: [Pause] {
    byUser.sorted { ($0.key.map(Int64.init) ?? -1) < ($1.key.map(Int64.init) ?? -1) }.flatMap(\.value)
  }

  /// Returns the pauses whose scope includes tasks of the user.
  func concerning(_ uid: UInt32) -> [Pause] { (byUser[nil] ?? []) + (byUser[uid] ?? []) }

  /// The pause for this scope, if there is one.
  subscript(scope: PauseScope) -> Pause? { byUser[scope.uid]?.first { $0.scope == scope } }

  /// Returns the number of pauses that this user has asked for.
  func count(by author: UInt32) -> Int { counts[author] ?? 0 }

  /// Adds the pause, or replaces the one for the same scope.
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

  /// Returns the pause that holds the task back for longest, or `nil` without one.
  func holding(_ key: TaskKey, _ kind: Kind, at now: WallTime) -> Pause? {
    guard !byUser.isEmpty else { return nil }
    var longest: Pause?
    for pause in concerning(key.uid) where pause.isInForce(at: now) && pause.scope.covers(key, kind) {
      guard let until = pause.until else { return pause }
      if longest?.until.map({ $0 < until }) ?? true { longest = pause }
    }
    return longest
  }

  /// Returns whether no task of this kind starts, of any user.
  func holdsAll(_ kind: Kind, at now: WallTime) -> Bool {
    (byUser[nil] ?? []).contains {
      $0.isInForce(at: now) && $0.scope.isWide && $0.scope.kind ?? kind == kind
    }
  }

  /// Returns the kinds of which no task of the user starts because of the pauses for that user.
  func kindsHeld(of uid: UInt32) -> Set<Kind> {
    (byUser[uid] ?? []).filter(\.scope.isWide).reduce(into: []) { kinds, pause in
      kinds.formUnion(pause.scope.kind.map { [$0] } ?? Kind.allCases)
    }
  }

  /// The date at which the next pause ends by itself.
  var nextEnd: WallTime? { ends.first?.time }

  /// Returns a pause that is over by the date, or `nil` without one.
  func ended(by now: WallTime) -> Pause? {
    guard let end = ends.first, end.time <= now else { return nil }
    return byUser[end.uid]?.first { $0.id == end.id }
  }
}
