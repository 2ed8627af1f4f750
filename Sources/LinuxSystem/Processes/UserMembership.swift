import Glibc

/// A user's name and groups, as the system knows them (getpwuid_r(3), getgrouplist(3)). The lookup may ask a
/// directory service and wait for it.
package struct UserMembership: Hashable, Sendable {
  package struct Group: Hashable, Sendable {
    package var gid: UInt32
    /// The group's name; nil when it has none.
    package var name: String?
  }

  /// The user's name; nil for a user without an entry.
  package var name: String?
  /// The groups that the user would have after logging in; none without an entry.
  package var groups: [Group]

  /// Looks up the user.
  package init(of uid: UInt32) {
    let entry = PasswordEntry(uid: uid)
    name = entry?.name
    groups = entry.map { Self.groups(of: $0.name, primary: $0.gid) } ?? []
  }

  private static func groups(of name: String, primary: UInt32) -> [Group] {
    var numbers = [gid_t](repeating: 0, count: 64)
    var count = CInt(numbers.count)
    // getgrouplist sets the count to the number of groups when there are more.
    while getgrouplist(name, primary, &numbers, &count) < 0, count > numbers.count, count <= 65_536 {
      numbers = [gid_t](repeating: 0, count: Int(count))
    }
    return numbers.prefix(max(0, min(Int(count), numbers.count))).map { Group(gid: $0, name: groupName($0)) }
  }

  private static func groupName(_ gid: gid_t) -> String? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 * 1024) { space -> String? in
      guard let base = space.baseAddress, getgrgid_r(gid, &entry, base, space.count, &found) == 0,
        found != nil
      else { return nil }
      return String(cString: entry.gr_name)
    }
  }
}
