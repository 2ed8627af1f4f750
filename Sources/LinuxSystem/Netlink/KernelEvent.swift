/// A uevent: the kernel's message that a device was added, removed or changed (lib/kobject_uevent.c). Only
/// the device's identity is kept; its present state is read from sysfs.
package struct KernelEvent: Hashable, Sendable {
  /// The action: `add`, `remove`, `change` and the like.
  package var action: String
  /// The device's path below `/sys` (`/devices/…/power_supply/BAT0`).
  package var devicePath: String
  /// The subsystem: `power_supply`, `thermal` and the like.
  package var subsystem: String

  package init(action: String, devicePath: String, subsystem: String) {
    self.action = action
    self.devicePath = devicePath
    self.subsystem = subsystem
  }

  /// The limits of a datagram: four times the kernel's own, which are 2 KiB of variables behind a path, and
  /// 64 variables.
  private static let sizeLimit = 16 * 1024
  private static let variableLimit = 256

  /// Reads a datagram: `ACTION@PATH`, then variables `NAME=VALUE`, each ended by a NUL.
  /// - Throws: ``NetlinkFormatError``.
  package init(parsing datagram: ArraySlice<UInt8>) throws(NetlinkFormatError) {
    guard (1...Self.sizeLimit).contains(datagram.count) else {
      throw NetlinkFormatError(field: "uevent", found: datagram.count, allowed: 1...Self.sizeLimit)
    }
    let parts = datagram.split(separator: 0, omittingEmptySubsequences: true)
    guard (2...Self.variableLimit).contains(parts.count) else {
      throw NetlinkFormatError(field: "uevent parts", found: parts.count, allowed: 2...Self.variableLimit)
    }
    let header = parts[0]
    guard let at = header.firstIndex(of: UInt8(ascii: "@")) else {
      throw NetlinkFormatError(field: "uevent header's @", found: 0, allowed: 1...1)
    }
    action = String(decoding: header[..<at], as: UTF8.self)
    devicePath = String(decoding: header[(at + 1)...], as: UTF8.self)
    let key = "SUBSYSTEM=".utf8
    guard let variable = parts.dropFirst().first(where: { $0.starts(with: key) }) else {
      throw NetlinkFormatError(field: "uevent SUBSYSTEM", found: 0, allowed: 1...1)
    }
    subsystem = String(decoding: variable.dropFirst(key.count), as: UTF8.self)
  }
}
