import Foundation

/// An X server without a screen, and a person at it. It is gone when nobody holds it any more.
package final class VirtualScreen {
  private let process = Process()

  /// The name that programs find the server by (`:3`).
  package let display: String

  /// Starts it, and waits until it lets programs in.
  /// - Parameter display: What programs are to find it by; a number that is free when nil.
  package init(_ display: String? = nil) throws {
    process.executableURL = URL(filePath: "/usr/bin/Xvfb")
    // It says its number when it is ready.
    process.arguments =
      [display].compactMap(\.self) + ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "64x64x24"]
    self.display = ":\(try process.beginService())"
  }

  deinit { end() }

  /// The person presses a key.
  package func touch() throws {
    let result = try FinishedProgram.run(
      URL(filePath: "/usr/bin/xdotool"), ["key", "a"], environment: ["DISPLAY": display])
    guard result.status == 0 else { throw BootedSystemError("xdotool: \(result.errors)") }
  }

  /// Kills it: it goes without a word.
  package func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let number = display.dropFirst()
    try? FileManager.default.removeItem(atPath: "/tmp/.X11-unix/X\(number)")
    try? FileManager.default.removeItem(atPath: "/tmp/.X\(number)-lock")
  }
}
