import Glibc

/// A user in the system's list of them (getpwuid_r(3), getpwnam_r(3)). The lookup may ask a directory service
/// and wait for it.
struct PasswordEntry {
  let name: String
  let uid: UInt32
  /// The group of the user's logins.
  let gid: UInt32
  /// No path where it is not UTF-8: it is written as shells do then.
  let home: String
  /// Empty where none is said.
  let shell: String

  /// Nil for a user without an entry.
  init?(uid: UInt32) { self.init { getpwuid_r(uid, $0, $1, $2, $3) } }

  /// Nil for a user without an entry.
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
