/// An interface as a service shows it to its callers.
public struct Interface: Hashable, Sendable {
  /// Its name (`org.varlink.service`).
  public let name: String
  /// The text that describes it, in the interface description language.
  public let text: String

  /// An interface.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
