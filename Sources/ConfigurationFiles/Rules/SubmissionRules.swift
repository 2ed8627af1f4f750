/// Who may submit, as `cron.allow` and `cron.deny` say it: `[Server] AllowUsers=`, `DenyUsers=`,
/// `AllowGroups=`. Names or numbers.
package struct SubmissionRules: Equatable, Sendable {
  /// `AllowUsers=`: when this or ``allowGroups`` has any, only those may.
  package var allowUsers: [String] = []
  /// `DenyUsers=`: never those.
  package var denyUsers: [String] = []
  /// `AllowGroups=`.
  package var allowGroups: [String] = []

  /// Nobody is named.
  package init() {}

  /// Users below are the system's services (`UID_MIN` of login.defs(5)).
  package static let firstPerson: UInt32 = 1000

  /// Whether a user's name and groups have to be known.
  package var needNames: Bool { !allowUsers.isEmpty || !denyUsers.isEmpty || !allowGroups.isEmpty }

  /// Why a user may not submit; nil when the user may. Root and the daemon's own user are not asked about.
  /// - Parameters:
  ///   - name: The user's; nil when there is none.
  ///   - groups: The user's, each with its number and its name.
  ///   - isSystem: Whether this is the system's instance, in which services may not submit unless they are
  ///     named.
  package func refusal(
    of uid: UInt32, name: String?, groups: [(gid: UInt32, name: String?)], isSystem: Bool
  ) -> String? {
    let user = name.map { "\($0) (\(uid))" } ?? "\(uid)"
    let isNamed = { (list: [String]) in list.contains(String(uid)) || name.map(list.contains) ?? false }
    if isNamed(denyUsers) { return "user \(user) may not submit: DenyUsers= in [Server] names it" }
    if isNamed(allowUsers) { return nil }
    let isInGroup = groups.contains { group in
      allowGroups.contains(String(group.gid)) || group.name.map(allowGroups.contains) ?? false
    }
    if isInGroup { return nil }
    if !allowUsers.isEmpty || !allowGroups.isEmpty {
      let keys = [allowUsers.isEmpty ? nil : "AllowUsers=", allowGroups.isEmpty ? nil : "AllowGroups="]
      return "user \(user) may not submit: "
        + "\(keys.compactMap(\.self).joined(separator: " and ")) in [Server] names others only"
    }
    guard isSystem, uid != 0, uid < Self.firstPerson else { return nil }
    return "user \(user) is a service's and may not submit unless AllowUsers= in [Server] names it"
  }
}
