/// The rules on which users may submit, like `cron.allow` and `cron.deny`: `[Server] AllowUsers=`,
/// `DenyUsers=`, `AllowGroups=`. Names or numbers.
package struct SubmissionRules: Equatable, Sendable {
  /// `AllowUsers=`: when this or ``allowGroups`` names any, only named users and members may submit.
  package var allowUsers: [String] = []
  /// `DenyUsers=`: the users who may never submit.
  package var denyUsers: [String] = []
  /// `AllowGroups=`: groups whose members may submit.
  package var allowGroups: [String] = []
  /// `AllowSubmitFor=`: the users who may act for others.
  package var delegations: [Delegation] = []

  /// Creates rules that name no user.
  package init() {}

  /// The first uid of a person; lower ones are the system's services (`UID_MIN` of login.defs(5)).
  package static let firstPerson: UInt32 = 1000

  /// Whether a user's name and groups have to be known.
  package var needNames: Bool { !allowUsers.isEmpty || !denyUsers.isEmpty || !allowGroups.isEmpty }

  /// Returns whether an entry of ``delegations`` names the user as the one who acts.
  package func mayDelegate(_ caller: NamedUser) -> Bool {
    delegations.contains { caller.isNamed($0.caller) }
  }

  /// Returns the reason why a caller may not act for another user, or `nil` if it may.
  package func refusal(of caller: NamedUser, actingFor user: NamedUser) -> String? {
    // Another name for uid 0 is no permission to act as root.
    let isNamed = delegations.contains { entry in
      caller.isNamed(entry.caller)
        && (user.uid == 0 ? ["root", "0"].contains(entry.user) : user.isNamed(entry.user))
    }
    if isNamed { return nil }
    return "user \(caller) may not act for user \(user); an administrator allows that in [Server] of "
      + "bgtaskd.conf with AllowSubmitFor=\(caller.name ?? "\(caller.uid)"):\(user.name ?? "\(user.uid)")"
  }

  /// Returns the reason why nobody may submit for a user, or `nil` if others may. An entry of ``delegations``
  /// counts as one of ``allowUsers``.
  package func refusal(ofActingFor user: NamedUser) -> String? {
    guard denyUsers.contains(where: { user.isNamed($0) }) else { return nil }
    return "user \(user) may not submit: DenyUsers= in [Server] names it"
  }

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

/// A permission to act for another user: an entry `CALLER:USER` of `AllowSubmitFor=`. Names or numbers.
package struct Delegation: Equatable, Sendable {
  /// The user who acts.
  package var caller: String
  /// The user for whom it acts.
  package var user: String

  package init(caller: String, user: String) { (self.caller, self.user) = (caller, user) }
}

/// A user's number and name.
package struct NamedUser: Hashable, Sendable, CustomStringConvertible {
  package var uid: UInt32
  /// The user's name; `nil` when there is none.
  package var name: String?

  package init(uid: UInt32, name: String?) { (self.uid, self.name) = (uid, name) }

  /// Whether the text is the user's name or number.
  package func isNamed(_ text: String) -> Bool { text == name || text == String(uid) }

  package var description: String { name.map { "\($0) (\(uid))" } ?? "\(uid)" }
}
