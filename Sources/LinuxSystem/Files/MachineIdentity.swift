package import CSystemd
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

  /// Returns an id of the installed system that only one application knows, and from which the confidential
  /// one does not follow (sd_id128_get_machine_app_specific(3)): 32 hexadecimal digits; nil where there is
  /// none.
  /// - Parameter application: The application's id, 16 bytes.
  package static func machineID(for application: sd_id128_t) -> String? {
    var id = sd_id128_t()
    guard sd_id128_get_machine_app_specific(application, &id) >= 0 else { return nil }
    return withUnsafeBytes(of: id) { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
