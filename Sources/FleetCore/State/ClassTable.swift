import SchedulerCore

/// The classes of the machine's groups that have work, and what this machine says about each.
struct ClassTable: Hashable {
  /// The most classes that an agent follows.
  static let most = 1000

  struct Entry: Hashable {
    var work: WorkClass
    /// Whether the daemon watches the requirements.
    var isWatched = false
    /// The daemon's last observation.
    var observed: ClassVerdict?
    /// The verdict that the database knows.
    var published: ClassVerdict?
    /// The machine's standing when the daemon answered last.
    var standing = Standing.best
    /// Whether work of the class has run here since the agent began, so that its data is probably at hand.
    var hasRun = false
    /// The moment from which on the machine may bid: when the class became `holds`, and the delay by
    /// standing.
    var bidAt: BootTime?
    /// The moment until which the machine does not bid, because a grant of the class was given back.
    var pausedUntil: BootTime?
    /// The daemon's words on what a grant waited for that did not begin, until the pause after it is over.
    var heldBackBy: String?
    var pause = GrowingPause(first: .minutes(1), longest: .minutes(10))
    /// The delay of a bid.
    var delay: TimeSpan { standing.delay(hasData: hasRun) }
    /// The pause after a task that the daemon has refused, which says little of the others of its class.
    var refusalPause = GrowingPause(first: .seconds(1), longest: .minutes(10))
  }

  var entries: [ClassID: Entry] = [:]
  /// The classes in the database's order.
  private(set) var order: [ClassID] = []
  private var turns = Turns()

  /// Replaces the classes by those of an answer, the first ``most`` of them; keeps what is known of each.
  /// - Returns: The classes that are gone and were watched.
  mutating func replace(by classes: [WorkClass]) -> [ClassID] {
    var next: [ClassID: Entry] = [:]
    var nextOrder: [ClassID] = []
    for work in classes.prefix(Self.most) where next[work.id] == nil {
      var entry = entries[work.id] ?? Entry(work: work)
      entry.work = work
      next[work.id] = entry
      nextOrder.append(work.id)
    }
    let gone = order.filter { next[$0] == nil && entries[$0]?.isWatched == true }
    entries = next
    order = nextOrder
    turns.keep(users: Set(classes.lazy.map(\.user)))
    return gone
  }

  /// Returns the classes from which the machine may claim now, in fair order: those with waiting work first,
  /// in turns between fleet users and then between a user's groups.
  func claimable(at now: BootTime) -> [ClassID] {
    let ready = order.lazy.compactMap { entries[$0] }.filter { entry in
      entry.observed?.verdict == .holds && entry.isWatched && entry.bidAt.map { $0 <= now } ?? false
        && entry.pausedUntil.map { $0 <= now } ?? true
    }
    let busy = ready.filter { $0.work.waiting > 0 }.map(\.work)
    let idle = ready.filter { $0.work.waiting <= 0 }.map(\.work)
    return turns.order(Array(busy)).map(\.id) + turns.order(Array(idle)).map(\.id)
  }

  /// Whether a claim at this moment comes too early for a class that the daemon has not judged yet, or in
  /// which fitter machines bid first.
  func hasBidsToCome(after now: BootTime) -> Bool {
    entries.values.contains { entry in
      guard entry.isWatched, let observed = entry.observed else { return entry.isWatched }
      return observed.verdict == .holds && entry.bidAt.map { $0 > now } ?? false
    }
  }

  /// Returns the next moment after this one at which the machine may bid for a class that has waiting work,
  /// or for any where the database has hinted at some.
  func nextBid(after now: BootTime, isHinted: Bool) -> BootTime? {
    var next: BootTime?
    for id in order {
      guard let entry = entries[id], entry.work.waiting > 0 || isHinted, entry.observed?.verdict == .holds,
        let bidAt = entry.bidAt
      else { continue }
      let moment = max(bidAt, entry.pausedUntil ?? bidAt)
      if moment > now { next = min(next ?? moment, moment) }
    }
    return next
  }

  /// The shortest delay of a bid for a class that holds; none is a machine that has to learn its classes.
  var shortestDelay: TimeSpan {
    entries.values.lazy.filter { $0.observed?.verdict == .holds }.map(\.delay).min() ?? .zero
  }

  /// Notes that an occurrence of the class was granted.
  mutating func noteGrant(of id: ClassID) {
    guard let work = entries[id]?.work else { return }
    turns.note(work)
  }
}

/// The order in which fleet users, and groups of one user, have their turns.
struct Turns: Hashable {
  private struct Key: Hashable {
    let user: String
    let group: String
  }

  private var clock: Int64 = 0
  private var users: [String: Int64] = [:]
  private var groups: [Key: Int64] = [:]

  mutating func note(_ work: WorkClass) {
    clock += 1
    users[work.user] = clock
    groups[Key(user: work.user, group: work.group)] = clock
  }

  /// Forgets the turns of users who have no work.
  mutating func keep(users kept: Set<String>) {
    users = users.filter { kept.contains($0.key) }
    groups = groups.filter { kept.contains($0.key.user) }
  }

  func order(_ classes: [WorkClass]) -> [WorkClass] {
    guard classes.count > 1 else { return classes }
    let byUser = Dictionary(grouping: classes, by: \.user)
    let sortedUsers = byUser.keys.sorted { (users[$0] ?? 0, $0) < (users[$1] ?? 0, $1) }
    return Self.interleave(
      sortedUsers.map { user in
        let byGroup = Dictionary(grouping: byUser[user] ?? [], by: \.group)
        let sortedGroups = byGroup.keys.sorted {
          (groups[Key(user: user, group: $0)] ?? 0, $0) < (groups[Key(user: user, group: $1)] ?? 0, $1)
        }
        return Self.interleave(sortedGroups.map { byGroup[$0] ?? [] })
      })
  }

  /// Returns the first element of each list, then the second of each, and so on.
  private static func interleave(_ lists: [[WorkClass]]) -> [WorkClass] {
    guard lists.count > 1 else { return lists.first ?? [] }
    var result: [WorkClass] = []
    for index in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where index < list.count { result.append(list[index]) }
    }
    return result
  }
}
