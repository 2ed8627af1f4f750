import Glibc

/// The name of a user by its number.
enum UserName {
  static func of(_ uid: UInt32) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var space = [CChar](repeating: 0, count: 4096)
    guard getpwuid_r(uid, &entry, &space, space.count, &found) == 0, let found else { return String(uid) }
    return String(cString: found.pointee.pw_name)
  }
}
