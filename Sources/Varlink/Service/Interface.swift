/// An interface as a service shows it to its callers.
package struct Interface: Hashable, Sendable {
  /// Its name (`org.varlink.service`).
  package let name: String
  /// The text that describes it, in the interface description language.
  package let text: String

  /// An interface.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
