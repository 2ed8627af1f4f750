import Foundation
import TestSupport
import Testing

/// Another user's program that calls the daemon and has tasks that are due, until it is told to end.
final class Alice {
  private let begun: NamedPipe
  private let over: NamedPipe
  private let program: BackgroundProgram

  /// Begins, for eight calls of each method at least.
  init(_ daemon: DaemonProcess) throws {
    begun = try NamedPipe(daemon.folder, "begun", permissions: 0o666)
    over = try NamedPipe(daemon.folder, "over", permissions: 0o666)
    program = OtherUsers.begin(
      "alice.py", as: OtherUsers.alice, [daemon.socket, "8", begun.path, over.path])
  }

  func waitUntilBegun() throws { _ = try begun.read() }

  /// Tells it to end.
  /// - Returns: What it has measured.
  func finish<Found: Decodable>(_ type: Found.Type) throws -> Found {
    over.write()
    let run = try program.finished()
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(type, from: Data(run.output.utf8))
  }
}
