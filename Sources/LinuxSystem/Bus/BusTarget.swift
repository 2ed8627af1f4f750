/// What a method is called on, or what a signal comes from.
public struct BusTarget: Hashable, Sendable {
  /// The name of the service; nil for signals to everybody.
  public var destination: String?
  /// The object.
  public var path: String
  /// The interface.
  public var interface: String
  /// The method or the signal.
  public var member: String

  /// A target.
  public init(destination: String?, path: String, interface: String, member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }
}
