/// Why a systemd in a container could not be used.
public struct BootedSystemError: Error, CustomStringConvertible {
  /// What was waited for, and what the container said.
  public let description: String

  init(_ description: String) { self.description = description }
}
