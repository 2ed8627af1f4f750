/// Tasks that wait for the machine and for room. Those that ask the same of the machine are one group, which
/// a change of conditions opens or closes as a whole; in each they queue by user, because users take turns.
///
/// What is looked at when something happens are open groups and what has changed, however many there are.
struct WaitingGroups {
  private struct Group {
    var queues: [UInt32: SortedSet<Urgency>] = [:]
    /// The machine lets it through.
    var isOpen = false
  }

  private var groups: [GroupKey: Group] = [:]
  private var byRequirements: [Requirements: Set<GroupKey>] = [:]
  private var byExpression: [ConditionExpression: Set<GroupKey>] = [:]
  /// The open groups in which each user has something, by kind.
  private var open: [UInt32: [Kind: Set<GroupKey>]] = [:]
  /// The users who have something in open groups, whose turn is next first.
  private(set) var turns = SortedSet<Turn>()
  /// The number of each user's last launch.
  private(set) var lastServed: [UInt32: UInt64] = [:]
  /// The groups of which it is not known, or not any more, whether the machine lets them through.
  private(set) var unseen: Set<GroupKey> = []
  /// What counted when they were asked last.
  private var asked: (usable: Requirements, known: Requirements) = ([], [])

  var keys: some Collection<GroupKey> { groups.keys }

  /// What the groups ask of the machine, each once.
  var requirements: some Collection<Requirements> { byRequirements.keys }

  /// The groups that wait for the expression.
  func asking(for expression: ConditionExpression) -> Set<GroupKey> { byExpression[expression] ?? [] }

  func isOpen(_ key: GroupKey) -> Bool { groups[key]?.isOpen ?? false }

  /// The users who have something in the group.
  func users(in key: GroupKey) -> some Collection<UInt32> { (groups[key]?.queues ?? [:]).keys }

  /// The user's most urgent task in the group.
  func first(of uid: UInt32, in key: GroupKey) -> Urgency? { groups[key]?.queues[uid]?.first }

  /// The open groups of a kind in which the user has something.
  func open(of uid: UInt32, _ kind: Kind) -> Set<GroupKey> { open[uid]?[kind] ?? [] }

  /// Returns whether the group has come into being.
  mutating func insert(_ urgency: Urgency, of uid: UInt32, in key: GroupKey) -> Bool {
    let isNew = groups[key] == nil
    if isNew {
      byRequirements[key.demand.requirements, default: []].insert(key)
      if let expression = key.demand.expression { byExpression[expression, default: []].insert(key) }
      unseen.insert(key)
    }
    groups[key, default: Group()].queues[uid, default: SortedSet()].insert(urgency)
    if groups[key]?.isOpen == true { setOpen(true, of: uid, key) }
    return isNew
  }

  /// Returns whether the group is gone.
  mutating func remove(_ urgency: Urgency, of uid: UInt32, from key: GroupKey) -> Bool {
    groups[key]?.queues[uid]?.remove(urgency)
    guard groups[key]?.queues[uid]?.isEmpty == true else { return false }
    groups[key]?.queues[uid] = nil
    setOpen(false, of: uid, key)
    guard groups[key]?.queues.isEmpty == true else { return false }
    groups[key] = nil
    byRequirements.remove(key, from: key.demand.requirements)
    if let expression = key.demand.expression { byExpression.remove(key, from: expression) }
    unseen.remove(key)
    return true
  }

  /// - Parameter number: Of the user's last launch; nil when there was none.
  mutating func setLastServed(_ number: UInt64?, of uid: UInt32) {
    let hasTurn = open[uid] != nil
    if hasTurn { turns.remove(turn(of: uid)) }
    lastServed[uid] = number
    if hasTurn { turns.insert(turn(of: uid)) }
  }

  private func turn(of uid: UInt32) -> Turn { Turn(lastServed: lastServed[uid, default: 0], uid: uid) }

  // MARK: Opening and closing

  /// What the machine was known to say is taken back: all groups are asked anew.
  mutating func forgetAnswers() { unseen = Set(groups.keys) }

  /// Opens and closes the groups for which the machine says something else than when they were asked last.
  /// - Parameter expressions: Those that let something else start.
  mutating func ask(
    _ machine: Machine, about expressions: Set<ConditionExpression>, at moment: Moment,
    _ configuration: SchedulerConfiguration
  ) {
    let changed = machine.usable.symmetricDifference(asked.usable)
      .union(machine.known.symmetricDifference(asked.known))
    asked = (machine.usable, machine.known)
    if !changed.isEmpty {
      for (requirements, keys) in byRequirements where !requirements.isDisjoint(with: changed) {
        unseen.formUnion(keys)
      }
    }
    for expression in expressions { unseen.formUnion(asking(for: expression)) }
    for key in unseen {
      let isOpen = machine.isUsable(key.demand, at: moment, configuration)
      guard groups[key]?.isOpen == !isOpen else { continue }
      groups[key]?.isOpen = isOpen
      for uid in Array(users(in: key)) { setOpen(isOpen, of: uid, key) }
    }
    unseen.removeAll()
  }

  private mutating func setOpen(_ isOpen: Bool, of uid: UInt32, _ key: GroupKey) {
    let hadTurn = open[uid] != nil
    if isOpen {
      open[uid, default: [:]][key.kind, default: []].insert(key)
    } else {
      open[uid]?.remove(key, from: key.kind)
      if open[uid]?.isEmpty == true { open[uid] = nil }
    }
    let hasTurn = open[uid] != nil
    guard hasTurn != hadTurn else { return }
    if hasTurn { turns.insert(turn(of: uid)) } else { turns.remove(turn(of: uid)) }
  }
}

/// What tasks have in common that wait for the machine together: a change of conditions starts all of a group
/// or none.
struct GroupKey: Hashable, Comparable {
  var kind: Kind
  /// Everything that is demanded of the machine, by the requests and by the rules for the kind.
  var demand: Demand
  /// Whom transfers of which user speak to: there is room for them or there is not.
  var host: TransferHost?
  /// Whether they may be put off: of transfers some may, and the machine's gates hold back only those.
  var isDiscretionary = true

  static func < (left: GroupKey, right: GroupKey) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.isDiscretionary != right.isDiscretionary { return right.isDiscretionary }
    if left.host != right.host {
      guard let host = right.host else { return false }
      return left.host.map { $0 < host } ?? true
    }
    return left.demand < right.demand
  }
}

/// Whose turn it is: the user who was served longest ago goes first.
struct Turn: Hashable, Comparable {
  /// The number of the last launch that was theirs; 0 is never.
  var lastServed: UInt64
  var uid: UInt32

  static func < (left: Turn, right: Turn) -> Bool {
    (left.lastServed, left.uid) < (right.lastServed, right.uid)
  }
}
