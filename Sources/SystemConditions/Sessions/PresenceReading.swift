package import SchedulerCore

/// Who is logged in, who of them is in front, and whether all have locked their screens. Pure.
package struct PresenceReading: Hashable, Sendable {
  /// A session as logind lists it, and what it says of itself.
  package typealias Listed = (user: String, session: LoginSession)

  /// The login names of those who are logged in, at the machine, over SSH or on a terminal.
  package var users: Set<String>
  /// Those of them with a session on the screen or at another machine.
  package var activeUsers: Set<String>
  /// The screens of all who are logged in at the machine are locked; nil where nobody has a screen, or one
  /// does not tell.
  package var isLocked: Bool?
  /// What speaks against locked screens are only desktops of which it is not known that they would say so.
  package var isLockedGuessed = false

  /// - Parameter sessions: Those that have answered, in any order.
  package init(_ sessions: some Sequence<Listed>) {
    let present = sessions.filter(\.session.isPresent)
    users = BoundedNames.of(present.map(\.user))
    activeUsers = BoundedNames.of(present.filter(\.session.isActive).map(\.user))
    let screens = Set(present.map(\.session.screen))
    if screens.contains(.open) || screens.contains(.openOrSilent) {
      isLocked = false
      isLockedGuessed = !screens.contains(.open)
    } else if screens.contains(.locked), !screens.contains(.unknown) {
      isLocked = true
    }
  }

  /// The same for those who listen.
  package var changes: [ConditionChange] {
    let locked = ConditionChange.flag(.locked, isLocked)
    return [
      isLockedGuessed ? locked.guessed : locked, .names(.users, users), .names(.activeUsers, activeUsers),
    ]
  }

  /// Of sessions that are not known.
  package static let unknownConditions: [ConditionChange] = [
    .flag(.locked, nil), .names(.users, nil), .names(.activeUsers, nil),
  ]
}
