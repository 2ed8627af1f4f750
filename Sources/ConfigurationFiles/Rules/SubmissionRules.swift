/// The rules on which users may submit, like `cron.allow` and `cron.deny`: `[Server] AllowUsers=`,
/// `DenyUsers=`, `AllowGroups=`. Names or numbers.
package struct SubmissionRules: Equatable, Sendable {
  /// `AllowUsers=`: when this or ``allowGroups`` names any, only named users and members may submit.
  package var allowUsers: [String] = []
  /// `DenyUsers=`: the users who may never submit.
  package var denyUsers: [String] = []
  /// `AllowGroups=`: groups whose members may submit.
  package var allowGroups: [String] = []

  /// Creates rules that name no user.
  package init() {}

  /// The first uid of a person; lower ones are the system's services (`UID_MIN` of login.defs(5)).
  package static let firstPerson: UInt32 = 1000

  /// Whether a user's name and groups have to be known.
  package var needNames: Bool { !allowUsers.isEmpty || !denyUsers.isEmpty || !allowGroups.isEmpty }

  /// Returns the reason why a user may not submit, or `nil` if the user may. Privileged callers need no rule.
  /// - Parameters:
  ///   - name: The user's name; `nil` when there is none.
  ///   - groups: The user's groups, each with its number and its name.
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
