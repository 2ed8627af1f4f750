import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Starting programs")
struct LaunchTests {
  @Test("What cannot be started ends as launchFailed, with the system's words")
  func failures() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let folder = daemon.folder
    let text = try folder.write("text", "#!/bin/sh\n")
    let script = try folder.write("script", "#!/does/not/exist\n", executable: true)
    var elsewhere = Wire.TaskRequest.program("no-directory", "/bin/true")
    elsewhere.command?.workingDirectory = folder.path("missing")
    var file = Wire.TaskRequest.program("directory-is-file", "/bin/true")
    file.command?.workingDirectory = text
    let cases: [(request: Wire.TaskRequest, says: [String])] = [
      (.program("missing", folder.path("missing")), [folder.path("missing"), "No such file or directory"]),
      (.program("not-executable", text), [text, "Permission denied"]),
      (.program("directory", folder.path("")), ["Permission denied"]),
      (.program("interpreter", script), ["No such file or directory", "interpreter"]),
      (elsewhere, ["working directory", folder.path("missing"), "No such file or directory"]),
      (file, ["working directory", "Not a directory"]),
    ]
    for (request, says) in cases {
      let identifier = request.identifier
      try client.submit(request)
      let run = try #require(try daemon.waitForEnd(of: identifier))
      #expect(run.outcome == .launchFailed, "\(identifier)")
      #expect(run.success != true)
      #expect(run.exitStatus == nil)
      #expect(run.stopReason?.code == "launchFailed")
      for part in says { #expect(run.stopReason?.message.contains(part) == true, "\(identifier): \(run)") }
      #expect(daemon.waitForLog("<5>\(identifier): could not be started"))
    }
    // A command that is not there now is not there in a minute.
    #expect(try client.tasks().isEmpty)
  }

  @Test("A program finds its own environment, the request's, and nothing else of the daemon's")
  func environment() throws {
    let daemon = try DaemonProcess.calm(environment: ["SECRET": "of the daemon", "LANG": "C.UTF-8"])
    var request = Wire.TaskRequest.program("org.example.env", "/usr/bin/env")
    request.command?.environment = ["COLOUR": "blue = sky", "PATH": "/only/here"]
    try daemon.client().submit(request)
    let run = try #require(try daemon.waitForEnd(of: "org.example.env"))
    let output = try daemon.client().output(runId: run.runId).output
    let variables = Dictionary(
      uniqueKeysWithValues: output.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      })
    #expect(variables["COLOUR"] == "blue = sky")
    #expect(variables["PATH"] == "/only/here")
    #expect(variables["BGTASKD_SOCKET"] == daemon.socket)
    #expect(variables["BGTASK_IDENTIFIER"] == "org.example.env")
    #expect(variables["BGTASK_RUN_ID"] == run.runId)
    #expect(variables["LANG"] == "C.UTF-8")
    for name in ["HOME", "USER", "LOGNAME", "SHELL"] { #expect(variables[name] != nil, "\(name)") }
    #expect(variables["SECRET"] == nil)
    #expect(variables["NOTIFY_SOCKET"] == nil)
  }

  @Test("A program starts in its directory, reads nothing, has three descriptors and a group of its own")
  func surroundings() throws {
    let daemon = try DaemonProcess.calm()
    let script = """
      pwd -P
      cat
      readlink /proc/self/fd/0
      test "$(cut -d' ' -f5 /proc/$$/stat)" = $$ && echo leads
      grep -E '^Sig(Blk|Ign)' /proc/self/status
      """
    var request = Wire.TaskRequest.shell("a", script)
    request.command?.workingDirectory = "/usr"
    try daemon.client().submit(request)
    let run = try #require(try daemon.waitForEnd(of: "a"))
    let lines = try daemon.client().output(runId: run.runId).output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["/usr", "/dev/null"])
    #expect(lines.dropFirst(2).first == "leads")
    // posix_spawn(3) has the two signals that glibc keeps for itself ignored.
    #expect(lines.suffix(2) == ["SigBlk:\t0000000000000000", "SigIgn:\t0000000180000000"])
    // The fourth is the folder that it reads.
    try daemon.client().submit(.program("b", "/bin/ls", "/proc/self/fd"))
    let second = try #require(try daemon.waitForEnd(of: "b"))
    #expect(try daemon.client().output(runId: second.runId).output == "0\n1\n2\n3\n")
  }

  @Test("A program without a directory starts at home")
  func home() throws {
    let daemon = try DaemonProcess.calm()
    try daemon.client().submit(.shell("a", "cd ~ && home=$(pwd -P) && test \"$OLDPWD\" -ef \"$home\""))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
  }

  @Test("The last 64 KiB of what a program writes are kept, and can be read while it runs")
  func output() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let script = """
      echo begin
      echo ready > \(ready.path)
      read line < \(gate.path)
      i=10000; while test $i -lt 30000; do echo "line $i"; i=$((i+1)); done
      printf 'no line break at the end \\303'
      """
    let task = try client.submit(.shell("a", script))
    #expect(try ready.read() == "ready")
    let runId = try #require(try client.get("a").task.runId)
    #expect(task.runId == nil || task.runId == runId)
    // The program has written it, so it is in the pipe; that the daemon has read it is what is waited for.
    let early = try daemon.wait { client in
      let output = try client.output(runId: runId)
      return output.output.isEmpty ? nil : output
    }
    #expect(early?.output == "begin\n")
    #expect(early?.truncated == false)
    gate.write()
    _ = try #require(try daemon.waitForEnd(of: "a"))
    let output = try client.output(runId: runId)
    #expect(output.truncated)
    #expect(!output.inJournal)
    #expect(output.output.hasSuffix("line 29999\nno line break at the end \u{FFFD}"))
    #expect((60_000...65_540).contains(output.output.utf8.count))
    #expect(!output.output.contains("begin"))
    let unknown = String(repeating: "a", count: 32)
    #expect(throws: SchedulerInterfaceError.noSuchRun(runId: unknown)) { try client.output(runId: unknown) }
  }
}
