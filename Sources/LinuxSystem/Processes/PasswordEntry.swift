import Glibc

/// A user's entry in the system's list of users (getpwuid_r(3), getpwnam_r(3)). The lookup may ask a
/// directory service and wait for it.
struct PasswordEntry {
  let name: String
  let uid: UInt32
  /// The user's login group.
  let gid: UInt32
  /// The home directory. One that is not UTF-8 is escaped as shells do, and is no path then.
  let home: String
  /// The login shell; empty where none is given.
  let shell: String

  /// Looks up a uid; nil for a user without an entry.
  init?(uid: UInt32) { self.init { getpwuid_r(uid, $0, $1, $2, $3) } }

  /// Looks up a name; nil for a user without an entry.
  init?(name: String) { self.init { getpwnam_r(name, $0, $1, $2, $3) } }

  private typealias LookUp = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> CInt

  private init?(_ lookUp: LookUp) {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    let copy = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { space -> Self? in
      guard let base = space.baseAddress, lookUp(&entry, base, space.count, &found) == 0, found != nil
      else { return nil }
      return Self(entry)
    }
    guard let copy else { return nil }
    self = copy
  }

  private init(_ entry: passwd) {
    name = String(cString: entry.pw_name)
    uid = entry.pw_uid
    gid = entry.pw_gid
    home = RawText(cString: entry.pw_dir).description
    shell = String(cString: entry.pw_shell)
  }
}
