import Glibc

extension UserAccount {
  /// The user with this name, or with this number where it is one; nil when there is none. The lookup may ask a
  /// directory service and wait for it.
  public init?(named name: String) {
    // Names of digits only do not exist (useradd(8)).
    if let uid = UInt32(name), name.utf8.first != UInt8(ascii: "+") {
      self.init(uid: uid)
      return
    }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    let uid = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { space -> UInt32? in
      guard let base = space.baseAddress, getpwnam_r(name, &entry, base, space.count, &found) == 0,
        found != nil
      else { return nil }
      return entry.pw_uid
    }
    guard let uid else { return nil }
    self.init(uid: uid)
  }
}
