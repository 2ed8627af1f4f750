import TestSupport

/// Another user's program that holds connections of the daemon until it is told to end.
final class ConnectionHolder {
  private let held: NamedPipe
  private let over: NamedPipe
  private let program: BackgroundProgram

  /// Begins to connect.
  /// - Parameter way: What it does with each connection, see `mallory.py`.
  init(_ daemon: DaemonProcess, _ way: String, _ count: Int, as user: String) throws {
    held = try NamedPipe(daemon.folder, "held-\(user)", permissions: 0o666)
    over = try NamedPipe(daemon.folder, "over-\(user)", permissions: 0o666)
    program = OtherUsers.begin(
      "mallory.py", as: user, [daemon.socket, way, String(count), held.path, over.path])
  }

  func waitUntilHeld() throws { _ = try held.read() }

  func end() { over.write() }

  func waitForEnd() throws { _ = try program.finished() }
}
