import Foundation

/// An X server without a screen, and a person at it. It ends with the last reference to it.
package final class VirtualScreen {
  private let process = Process()

  /// The name by which programs find the server (`:3`).
  package let display: String

  /// Starts the server, and waits until it lets programs in.
  /// - Parameter display: The server's name for programs; a free number when `nil`.
  package init(_ display: String? = nil) throws {
    process.executableURL = URL(filePath: "/usr/bin/Xvfb")
    // The server writes its number when it is ready.
    process.arguments =
      [display].compactMap(\.self) + ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "64x64x24"]
    self.display = ":\(try process.beginService())"
  }

  deinit { end() }

  /// Presses a key, as the person.
  package func touch() throws {
    let result = try FinishedProgram.run(
      URL(filePath: "/usr/bin/xdotool"), ["key", "a"], environment: ["DISPLAY": display])
    guard result.status == 0 else { throw BootedSystemError("xdotool: \(result.errors)") }
  }

  /// Kills the server by SIGKILL, without a last message.
  package func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let number = display.dropFirst()
    try? FileManager.default.removeItem(atPath: "/tmp/.X11-unix/X\(number)")
    try? FileManager.default.removeItem(atPath: "/tmp/.X\(number)-lock")
  }
}
