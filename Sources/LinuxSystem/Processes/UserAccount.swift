import Glibc

/// A user as the system knows it (getpwuid_r(3)).
public struct UserAccount: Hashable, Sendable {
  /// Its number.
  public var uid: UInt32
  /// Its name; the number for a user without an entry, as in many containers.
  public var name: String
  /// Its home directory, `/` without an entry.
  public var home: String
  /// Its shell, `/bin/sh` without one.
  public var shell: String

  /// A user.
  public init(uid: UInt32, name: String, home: String, shell: String) {
    self.uid = uid
    self.name = name
    self.home = home
    self.shell = shell
  }

  /// The user with this number. The lookup may ask a directory service and wait for it, so it is done once,
  /// at start.
  public init(uid: UInt32) {
    self.init(uid: uid, name: String(uid), home: "/", shell: "/bin/sh")
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { space in
      guard let base = space.baseAddress, getpwuid_r(uid, &entry, base, space.count, &found) == 0,
        found != nil
      else { return }
      name = String(cString: entry.pw_name)
      home = String(cString: entry.pw_dir)
      let shell = String(cString: entry.pw_shell)
      if !shell.isEmpty { self.shell = shell }
    }
  }

  /// The user that this process acts as.
  public static var current: UserAccount { UserAccount(uid: geteuid()) }
}
