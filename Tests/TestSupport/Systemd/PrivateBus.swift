import Foundation

/// A bus of a test's own, without a service on it. It is gone when nobody holds it any more.
package final class PrivateBus {
  private let folder: TemporaryFolder?
  private let process = Process()

  /// Where it is.
  package let address: String

  /// Starts it, and waits until it listens.
  /// - Parameter address: Where it listens; in a folder of its own when nil.
  package init(address: String? = nil) throws {
    let folder = address == nil ? try TemporaryFolder() : nil
    self.folder = folder
    self.address = address ?? "unix:path=\(folder?.path("bus") ?? "")"
    process.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    process.arguments = [
      "--session", "--nofork", "--nopidfile", "--address=\(self.address)", "--print-address=1",
    ]
    // Its address, when it listens.
    _ = try process.beginService()
  }

  deinit { end() }

  /// Keeps it from answering, until it is ended.
  package func pause() { kill(process.processIdentifier, SIGSTOP) }

  /// Ends it: every connection breaks.
  package func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
