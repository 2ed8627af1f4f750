import Glibc

/// What a machine is called.
package enum MachineIdentity {
  /// What people call it: gethostname(2).
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The name that it keeps for as long as its system is installed: machine-id(5).
  /// 32 hexadecimal digits; nil where there is none. It is not for others to see.
  package static var machineID: String? {
    guard let bytes = try? SmallFile.read("/etc/machine-id", atMost: 64) else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isHexDigit }
    return digits.count == 32 ? String(digits) : nil
  }
}
