import Glibc

/// A user as the system knows it (getpwuid_r(3)).
package struct UserAccount: Hashable, Sendable {
  package var uid: UInt32
  /// The user's name; the number for a user without an entry, as in many containers.
  package var name: String
  /// The home directory; `/` without an entry.
  package var home: String
  /// The login shell; `/bin/sh` where none is known.
  package var shell: String

  package init(uid: UInt32, name: String, home: String, shell: String) {
    self.uid = uid
    self.name = name
    self.home = home
    self.shell = shell
  }

  /// Whether the account is a service's and no person's (systemd's default of SYS_UID_MAX, and `nobody`). Its
  /// home need not exist.
  package static func isSystem(_ uid: UInt32) -> Bool { uid < 1000 || uid == 65534 }

  /// The directory in which the user's programs run: the home, or `/` for a system account without one. A
  /// person's home may be there later only, and a backup of it is none of `/`.
  package var directory: String {
    Self.isSystem(uid) && (try? ProcessSpawner.checkDirectory(home)) == nil ? "/" : home
  }

  /// Looks up the user with this number. The lookup may ask a directory service and wait for it, so it is
  /// done once, at start.
  package init(uid: UInt32) {
    if let entry = PasswordEntry(uid: uid) {
      self.init(entry)
    } else {
      self.init(uid: uid, name: String(uid), home: "/", shell: Self.usualShell)
    }
  }

  init(_ entry: PasswordEntry) {
    self.init(
      uid: entry.uid, name: entry.name, home: entry.home,
      shell: entry.shell.isEmpty ? Self.usualShell : entry.shell)
  }

  private static let usualShell = "/bin/sh"

  /// The user that this process acts as.
  package static var current: UserAccount { UserAccount(uid: geteuid()) }
}

extension UserAccount {
  /// Returns the user with an entry of this name or, where it is one, of this number; `nil` when there is
  /// none. The lookup may ask a directory service and wait for it.
  package static func existing(_ text: String) -> UserAccount? {
    guard let uid = UInt32(text), text.utf8.first != UInt8(ascii: "+") else {
      return PasswordEntry(name: text).map { UserAccount($0) }
    }
    return PasswordEntry(uid: uid).map { UserAccount($0) }
  }

  /// Looks up the user with this name, or with this number where it is one; nil when there is none. The
  /// lookup may ask a directory service and wait for it.
  package init?(named name: String) {
    // Names of digits only do not exist (useradd(8)).
    if let uid = UInt32(name), name.utf8.first != UInt8(ascii: "+") {
      self.init(uid: uid)
      return
    }
    guard let entry = PasswordEntry(name: name) else { return nil }
    self.init(entry)
  }
}
