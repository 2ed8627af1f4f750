/// What a method is called on, or what a signal comes from.
package struct BusTarget: Hashable, Sendable {
  /// The name of the service; nil for signals to everybody.
  package var destination: String?
  /// The object.
  package var path: String
  /// The interface.
  package var interface: String
  /// The method or the signal.
  package var member: String

  /// A target.
  package init(destination: String?, path: String, interface: String, member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }
}
