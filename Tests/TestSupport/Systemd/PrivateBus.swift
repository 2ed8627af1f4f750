import Foundation

/// A bus of a test's own, without a service on it. It ends with the last reference to it.
package final class PrivateBus {
  private let folder: TemporaryFolder?
  private let process = Process()

  /// The address of the bus.
  package let address: String

  /// Starts the bus, and waits until it listens.
  /// - Parameter address: The address to listen at; one in a folder of its own when `nil`.
  package init(address: String? = nil) throws {
    let folder = address == nil ? try TemporaryFolder() : nil
    self.folder = folder
    self.address = address ?? "unix:path=\(folder?.path("bus") ?? "")"
    process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    process.arguments = [
      "--session", "--nofork", "--nopidfile", "--address=\(self.address)", "--print-address=1",
    ]
    // The bus writes its address when it listens.
    _ = try process.beginService()
  }

  deinit { end() }

  /// Stops the bus, so that it does not answer, until it is ended.
  package func pause() { kill(process.processIdentifier, SIGSTOP) }

  /// Ends the bus, which breaks every connection.
  package func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
