import Foundation
import TestSupport
import Testing

/// What the README has people type, typed.
@Suite("The README")
struct ReadmeTests {
  /// A command of a session at a terminal: its lines, after `$ ` and `> `, and what comes back.
  private struct Command {
    var typed: [String]
    var shown: [String] = []
  }

  private static func session() throws -> [Command] {
    let text = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    var session: [Command] = []
    for block in text.matches(of: /(?s)```console\n(.*?)```/) {
      for line in block.1.split(separator: "\n") {
        if line.hasPrefix("$ ") {
          session.append(Command(typed: [String(line.dropFirst(2))]))
        } else if line.hasPrefix("> ") {
          session[session.count - 1].typed.append(String(line.dropFirst(2)))
        } else {
          session[session.count - 1].shown.append(String(line))
        }
      }
    }
    return session
  }

  /// A line after the output of each command.
  private static let end = "That was the output."

  /// The words of a line. Numbers, and what depends on when it is read, are all the same.
  private static func words(_ line: String) -> Set<String> {
    Set(
      line.replacing(/\b[0-9a-f]{8,}\b|\d+/, with: "0").split(separator: " ").map(String.init)
    ).subtracting(["now", "(now)", "ago", "0s", "(0s"])
  }

  @Test("What it has people type works as it stands, and gives what it shows")
  func tour() throws {
    let session = try Self.session()
    #expect(session.count > 15 && session.count { !$0.shown.isEmpty } > 3)
    let programs = BuiltProduct.url("bgtaskctl").deletingLastPathComponent().path()
    let folder = try TemporaryFolder()
    // What was started in the background is ended with the rest, and all of it when it does not come to its
    // end.
    let script =
      [
        "{ sleep 100; pkill -9 -P $$; kill -9 $$; } < /dev/null > /dev/null 2>&1 &", "guard=$!; disown",
        "trap 'pkill -9 -P $guard; kill -9 $guard $(jobs -p) 2> /dev/null || :' EXIT",
      ] + session.flatMap { $0.typed + ["echo '\(Self.end)'"] }
    let run = try FinishedProgram.run(
      URL(filePath: "/bin/bash"), ["-e", "-s"],
      environment: ["PATH": "\(programs):/usr/bin:/bin", "TMPDIR": folder.path, "COLUMNS": "100"],
      input: script.joined(separator: "\n") + "\n", directory: URL(filePath: folder.path))
    #expect(run.status == 0, "\(run.output)\n\(run.errors)")
    let outputs = run.output.components(separatedBy: "\(Self.end)\n")
    try #require(outputs.count == session.count + 1, "\(run.output)")
    for (command, output) in zip(session, outputs) where !command.shown.isEmpty {
      let lines = output.split(separator: "\n").map { Self.words(String($0)) }
      let wanted = command.shown.map(Self.words)
      #expect(
        lines.count == wanted.count && zip(wanted, lines).allSatisfy { $0.isSubset(of: $1) },
        "\(command.typed[0])\nsays\n\(output)")
    }
  }
}
