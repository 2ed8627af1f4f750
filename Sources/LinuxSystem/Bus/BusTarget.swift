import CSystemd
import Glibc

/// The addressee of a method call, or the source of a signal.
package struct BusTarget: Hashable, Sendable {
  /// The name of the service; nil for broadcasts.
  package var destination: String?
  /// The object's path.
  package var path: String
  package var interface: String
  /// The method's or the signal's name.
  package var member: String

  package init(destination: String?, path: String, interface: String, member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }
}

/// Paths of objects on a bus.
package enum BusPath {
  /// Returns the path of an object with any text as its name, escaped as systemd does
  /// (sd_bus_path_encode(3)): `/org/freedesktop/systemd1/unit` and `a.service` give `…/unit/a_2eservice`.
  /// - Throws: ``BusError/format(_:)`` when the prefix is no path, or the name holds a NUL byte.
  package static func encode(_ prefix: String, _ name: String) throws(BusError) -> String {
    guard !name.utf8.contains(0) else { throw .format("the name of an object holds a NUL byte") }
    var path: UnsafeMutablePointer<CChar>?
    defer { free(path) }
    guard sd_bus_path_encode(prefix, name, &path) >= 0, let path else {
      throw .format("\(prefix) is no path of an object")
    }
    return String(cString: path)
  }
}
