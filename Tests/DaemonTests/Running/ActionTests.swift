import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("What follows from what becomes of a task, in the daemon")
struct ActionTests {
  /// Writes down what it is told.
  private static let witness = """
    #!/bin/sh
    { echo "arguments: $*"; env | grep ^BGTASK_ | sort; echo; cat; } > "$0.told.new"
    mv "$0.told.new" "$0.told"
    """

  private let daemon: DaemonProcess

  init() throws {
    daemon = try .calm()
    try daemon.folder.write("witness", Self.witness, executable: true)
  }

  @Test("A program is told how the run ended, on its input and in its environment, with the last output")
  func failure() throws {
    let client = try daemon.client()
    try client.submit(
      .shell("org.example.backup", "echo packing; echo 'no room' >&2; exit 3").with {
        $0.onFailure = "\(daemon.folder.path("witness")) 'two words' last"
        $0.onSuccess = "/bin/false"
      })
    let end = try #require(try daemon.waitForEnd(of: "org.example.backup:failure"))
    #expect(end.success == true && end.uid == Int(getuid()))
    let failed = try #require(try client.runs(identifier: "org.example.backup").first)
    let told = try String(contentsOfFile: daemon.folder.path("witness.told"), encoding: .utf8)
    for line in [
      "arguments: two words last", "BGTASK_TRIGGER=failure", "BGTASK_OF=org.example.backup",
      "BGTASK_OF_RUN=\(failed.runId)", "BGTASK_RESULT=failed (exit 3)", "BGTASK_EXIT_STATUS=3",
      "BGTASK_IDENTIFIER=org.example.backup:failure", "org.example.backup: failed (exit 3)", "packing",
      "no room",
    ] {
      #expect(told.split(separator: "\n").contains { $0 == line }, "\(line) in \(told)")
    }
    #expect(told.contains("BGTASK_JSON={\"attempt\":1,"))
    #expect(try client.runs(identifier: "org.example.backup:success").isEmpty)
  }

  @Test("What is overdue tells what it waits for; who called it stands in the task")
  func overdue() throws {
    let client = try daemon.client()
    try daemon.setPower("battery")
    try client.submit(.later("org.example.prune"))
    try client.submit(
      .shell("org.example.sync").with {
        $0.requiresExternalPower = true
        $0.overdueAfterDurationUSec = 1_000_000
        $0.onOverdue = daemon.folder.path("witness")
      })
    #expect(try daemon.waitForEnd(of: "org.example.sync:overdue")?.success == true)
    let told = try String(contentsOfFile: daemon.folder.path("witness.told"), encoding: .utf8)
    #expect(told.contains("BGTASK_RESULT=overdue\n") && told.contains("\norg.example.sync is overdue\n"))
    #expect(told.contains("\nWaits: "))

    try client.submit(.shell("org.example.backup").with { $0.onSuccess = "org.example.prune" })
    let run = try #require(try daemon.waitForEnd(of: "org.example.prune"))
    #expect(run.success == true)
    try client.submit(.shell("org.example.backup").with { $0.onSuccess = "org.example.prune" })
    #expect(
      daemon.waitForLog(
        "<4>org.example.backup: no action for its success: no task org.example.prune is pending."))
  }
}

@Suite(
  "What follows from what becomes of a task, with a journal",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedActionTests {
  @Test("The last output is that of the journal, where the daemon has passed it on")
  func journal() throws {
    let daemon = try BootedDaemon("bgtaskd-actions", in: try BootedSystem.another(), until: "listens on")
    defer { daemon.stop() }
    try daemon.system.run("mkfifo", "-m", "666", "\(daemon.folder)/told")
    try daemon.control(
      "submit", "-i", "org.example.backup", "--on-failure",
      "/bin/sh -c '{ id -un; cat; } >\(daemon.folder)/told'", "--", "/bin/sh", "-c", "echo packing; exit 3")
    let told = try daemon.wait("cat <\(daemon.folder)/told")
    #expect(told.output.hasPrefix("root\norg.example.backup: failed (exit 3)\n"))
    #expect(told.output.hasSuffix("\nLast output:\n\npacking\n"), "\(told.output)")
  }
}
