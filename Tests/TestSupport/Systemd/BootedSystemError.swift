/// Why a systemd in a container could not be used.
package struct BootedSystemError: Error, CustomStringConvertible {
  /// What was waited for, and what the container said.
  package let description: String

  package init(_ description: String) { self.description = description }
}
