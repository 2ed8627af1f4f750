package import SchedulerCore

/// The users who are logged in and in front, and whether all of them have locked their screens. Pure.
package struct PresenceReading: Hashable, Sendable {
  /// A user and a session of theirs that logind lists.
  package typealias Listed = (user: String, session: LoginSession)

  /// The login names of the users who are logged in, at the machine, over SSH or on a terminal.
  package var users: Set<String>
  /// The login names of users with a session on the screen or at another machine.
  package var activeUsers: Set<String>
  /// Whether the screens of all who are logged in at the machine are locked; nil where there is no screen, or
  /// one does not tell.
  package var isLocked: Bool?
  /// Whether only desktops that may not report locking speak against locked screens.
  package var isLockedGuessed = false

  /// - Parameter sessions: The sessions that have answered, in any order.
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

  /// The conditions that follow from the sessions.
  package var changes: [ConditionChange] {
    let locked = ConditionChange.flag(.locked, isLocked)
    return [
      isLockedGuessed ? locked.guessed : locked, .names(.users, users), .names(.activeUsers, activeUsers),
    ]
  }

  /// The conditions where the sessions are unknown.
  package static let unknownConditions: [ConditionChange] = [
    .flag(.locked, nil), .names(.users, nil), .names(.activeUsers, nil),
  ]
}
