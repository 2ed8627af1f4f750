import Foundation
import TestSupport

/// A Wayland compositor that says of its seats what it is told (`Tests/IdleCompositor`). It is gone when
/// nobody holds it any more.
final class ScriptedCompositor {
  private let child: Child

  /// Starts it, and waits until it lets programs in.
  /// - Parameters:
  ///   - socket: Its socket's name in the folder.
  ///   - protocols: Of `ext` and `kde`.
  init(_ socket: String = "wayland-0", in folder: TemporaryFolder, _ protocols: String...) throws {
    child = try Child(
      ["/usr/bin/env", "XDG_RUNTIME_DIR=\(folder.path)", BuiltProduct.url("idle-compositor").path(), socket]
        + protocols)
    guard child.readLine() == "ready" else { throw BootedSystemError("the compositor did not start") }
  }

  /// Tells it a line.
  func tell(_ line: String) { child.writeLine(line) }

  /// The compositor's next line: each watch that a client has asked for.
  func readLine() -> String { child.readLine() }

  /// Ends it in peace: its socket is gone with it.
  func finish() { child.finish() }

  /// Kills it: it leaves its socket behind.
  func end() { child.end() }
}
