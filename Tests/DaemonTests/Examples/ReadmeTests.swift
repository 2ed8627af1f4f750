import Foundation
import TestSupport
import Testing

/// What the README has people type, typed.
@Suite("The README")
struct ReadmeTests {
  /// A line of a session at a terminal: what is typed after `$ ` and `> `, or what comes back.
  private static func session() throws -> (typed: [String], shown: [String]) {
    let text = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    var session: (typed: [String], shown: [String]) = ([], [])
    for block in text.matches(of: /(?s)```console\n(.*?)```/) {
      for line in block.1.split(separator: "\n") {
        if line.hasPrefix("$ ") || line.hasPrefix("> ") {
          session.typed.append(String(line.dropFirst(2)))
        } else {
          session.shown.append(String(line))
        }
      }
    }
    return session
  }

  /// The words of a line. Numbers, and what depends on when it is read, are all the same.
  private static func words(_ line: String) -> Set<String> {
    Set(
      line.replacing(/\b[0-9a-f]{8,}\b|\d+/, with: "0").split(separator: " ").map(String.init)
    ).subtracting(["now", "(now)", "ago", "0s", "(0s"])
  }

  @Test("What it has people type works as it stands, and gives what it shows")
  func tour() throws {
    let (typed, shown) = try Self.session()
    #expect(typed.count > 15 && shown.count > 8)
    let programs = BuiltProduct.url("bgtaskctl").deletingLastPathComponent().path()
    let folder = try TemporaryFolder()
    // What was started in the background is ended with the rest, and all of it when it does not come to its
    // end.
    let script =
      [
        "{ sleep 100; pkill -9 -P $$; kill -9 $$; } < /dev/null > /dev/null 2>&1 &", "guard=$!; disown",
        "trap 'pkill -9 -P $guard; kill -9 $guard $(jobs -p) 2> /dev/null || :' EXIT",
      ] + typed
    let run = try FinishedProgram.run(
      URL(filePath: "/bin/bash"), ["-e", "-s"],
      environment: ["PATH": "\(programs):/usr/bin:/bin", "TMPDIR": folder.path, "COLUMNS": "100"],
      input: script.joined(separator: "\n") + "\n", directory: URL(filePath: folder.path))
    #expect(run.status == 0, "\(run.output)\n\(run.errors)")
    let lines = run.output.split(separator: "\n").map { Self.words(String($0)) }
    for line in shown {
      let wanted = Self.words(line)
      #expect(lines.contains { wanted.isSubset(of: $0) }, "\(line)\nis nowhere in\n\(run.output)")
    }
  }
}
