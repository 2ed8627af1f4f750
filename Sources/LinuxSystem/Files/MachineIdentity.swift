import Glibc

/// The names of the machine.
package enum MachineIdentity {
  /// The host name (gethostname(2)).
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The id of the installed system (machine-id(5)): 32 hexadecimal digits; nil where there is none. It is
  /// confidential.
  package static var machineID: String? {
    guard let bytes = try? SmallFile.read("/etc/machine-id", atMost: 64) else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isHexDigit }
    return digits.count == 32 ? String(digits) : nil
  }
}
