/// A failure of a systemd in a container, or of another service or program for a test.
package struct BootedSystemError: Error, CustomStringConvertible {
  /// The operation that failed, and the output of the container or program.
  package let description: String

  package init(_ description: String) { self.description = description }
}
