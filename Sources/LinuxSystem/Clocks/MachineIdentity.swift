/// The name that a machine keeps for as long as its system is installed: machine-id(5).
package enum MachineIdentity {
  /// 32 hexadecimal digits; nil where there is none. It is not for others to see.
  package static var text: String? {
    guard let bytes = try? SmallFile.read("/etc/machine-id", atMost: 64) else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isHexDigit }
    return digits.count == 32 ? String(digits) : nil
  }
}
