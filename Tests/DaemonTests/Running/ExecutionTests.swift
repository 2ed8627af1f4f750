import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Programs, run by the built daemon")
struct ExecutionTests {
  @Test("A program runs, its output is kept and its end is in the history")
  func completes() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let task = try client.submit(
      .shell("org.example.hello", "echo hello $BGTASK_IDENTIFIER; echo oops >&2"))
    let run = try #require(try daemon.waitForEnd(of: "org.example.hello"))
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(run.exitStatus == 0)
    #expect(run.runId == task.runId)
    #expect(try client.output(runId: run.runId).output == "hello org.example.hello\noops\n")
    #expect(try client.tasks().isEmpty)
  }

  @Test("Output that is no text is told with what is none replaced, while the program runs and afterwards")
  func outputOfBytes() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let gate = try NamedPipe(daemon.folder, "gate")
    let script = "printf 'a\\000b\\377c\\033[2J'; read line < \(gate.path); exit 1"
    let task = try client.submit(.shell("bytes", script))
    let run = try #require(task.runId)
    let text = "a\u{FFFD}b\u{FFFD}c\u{1B}[2J"
    let isTold = try daemon.wait { try $0.output(runId: run).output == text ? true : nil }
    #expect(isTold == true)
    gate.write()
    _ = try #require(try daemon.waitForEnd(of: "bytes"))
    #expect(try client.output(runId: run).output == text)
    let logs = try daemon.control("logs", "bytes")
    #expect(logs.status == 0 && logs.output.contains("a\u{FFFD}b"), "\(logs.errors)")
  }

  @Test(
    "A program finds bgtaskctl by its name, and speaks by it for its run to the daemon that has started it")
  func findsControl() throws {
    let daemon = try DaemonProcess()
    let script = "bgtaskctl progress 3 5 && command -v bgtaskctl && echo $BGTASKCTL && $BGTASKCTL version"
    try daemon.client().submit(.shell("org.example.tool", script))
    let run = try #require(try daemon.waitForEnd(of: "org.example.tool"))
    let output = try daemon.client().output(runId: run.runId).output
    #expect(run.success == true && run.progress?.completedUnitCount == 3, "\(output)")
    // Where one is installed, that is the one that PATH has.
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.count >= 3 && lines[0].hasSuffix("/bgtaskctl"), "\(output)")
    #expect(URL(filePath: lines[1]).resolvingSymlinksInPath() == BuiltProduct.url("bgtaskctl"))
  }
}

@Suite(
  "Programs that systemd runs",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedExecutionTests {
  @Test("They find bgtaskctl as those do that the daemon runs itself")
  func findsControl() throws {
    let daemon = try BootedDaemon("bgtaskd-finding", in: try BootedSystem.another(), until: "listens on")
    defer { daemon.stop() }
    try daemon.system.run("mkfifo", "-m", "666", "\(daemon.folder)/told")
    try daemon.control(
      "submit", "-i", "org.example.tool", "--", "/bin/sh", "-c",
      "{ command -v bgtaskctl; echo $BGTASKCTL; bgtaskctl progress 3 5 && echo told; } >\(daemon.folder)/told"
    )
    let told = try daemon.wait("cat <\(daemon.folder)/told")
    let own = "\(daemon.folder)/bgtaskctl\n"
    #expect(told.output.hasSuffix("/bgtaskctl\n\(own)told\n"), "\(told.output)")
  }
}
