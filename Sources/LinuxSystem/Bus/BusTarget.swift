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
