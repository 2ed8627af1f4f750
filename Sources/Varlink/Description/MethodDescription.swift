/// A method of an interface: what goes in and what comes out.
package struct MethodDescription: Hashable, Sendable {
  /// Its name, without the interface.
  package let name: String
  /// What a call carries.
  package let parameters: [Field]
  /// What a reply carries.
  package let reply: [Field]
}
