import Foundation
import TestSupport

/// Programs that run as other users than the tests', which only root can start.
enum OtherUsers {
  static let alice = "65533"
  static let mallory = "65534"
  static let mallorysFriend = "65532"

  /// Why there are none here; nil when there are.
  static let obstacle: String? = {
    guard geteuid() == 0 else { return "only root can become another user" }
    let run = try? FinishedProgram.run(
      URL(filePath: command(as: alice)[0]),
      command(as: alice).dropFirst() + ["-c", "import os; print(os.getuid())"])
    return run?.output == "\(alice)\n" ? nil : "no /usr/bin/python3 as user \(alice) with setpriv(1)"
  }()

  /// Runs a script of these tests as a user.
  static func run(_ script: String, as user: String, _ arguments: [String]) throws -> FinishedProgram {
    try FinishedProgram.run(
      URL(filePath: command(as: user)[0]), command(as: user).dropFirst() + ["-"] + arguments,
      input: Script.text(script))
  }

  /// Begins a script of these tests as a user, which goes on beside the test.
  static func begin(_ script: String, as user: String, _ arguments: [String]) -> BackgroundProgram {
    BackgroundProgram { try run(script, as: user, arguments) }
  }

  private static func command(as user: String) -> [String] {
    ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "/usr/bin/python3"]
  }
}
