import FleetCore

/// The identifier of a grant's task in the daemon: `fleet.OCCURRENCE.EPOCH`.
enum GrantName {
  /// The beginning of all these identifiers.
  static let prefix = "fleet."

  /// Returns the identifier of a grant's task.
  static func identifier(of id: GrantID) -> String { "\(prefix)\(id.occurrence).\(id.epoch)" }

  /// Returns the grant of a task, or `nil` for a task that is no grant's.
  static func grant(of identifier: String) -> GrantID? {
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "fleet", let occurrence = Int64(parts[1]),
      let epoch = Int64(parts[2])
    else { return nil }
    let id = GrantID(occurrence: occurrence, epoch: epoch)
    return self.identifier(of: id) == identifier ? id : nil
  }
}

/// The local users of the grants' tasks.
struct GrantOwners {
  private var userOfGrant: [GrantID: String] = [:]

  /// The grants that are known.
  var grants: Dictionary<GrantID, String>.Keys { userOfGrant.keys }
  /// The users of all of them.
  var users: Set<String> { Set(userOfGrant.values) }

  subscript(id: GrantID) -> String? {
    get { userOfGrant[id] }
    set { userOfGrant[id] = newValue }
  }

  /// Whether a task with a grant's name is the grant's: any user may give a task that name. A grant that
  /// nobody knows is the first user's whose task has it, and is stopped.
  mutating func hasTask(of id: GrantID, _ user: String) -> Bool {
    let owner = userOfGrant[id] ?? user
    userOfGrant[id] = owner
    return owner == user
  }
}
