import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite(
  "The example for Python",
  .enabled(
    if: Script.pythonWithVarlink != nil,
    "no Python has the module varlink (`make test` installs it and sets BGTASKD_PYTHON)"))
struct PythonExampleTests {
  private static let identifier = "org.example.python.checksums"

  /// Where the interpreter itself is: what is found in PATH may choose one by the environment, and bgtaskd
  /// gives a program another one.
  private static let python: String = {
    let found = Script.pythonWithVarlink ?? "/usr/bin/env"
    let words = Python.words(for: found) + ["-c", "import sys; print(sys.executable)"]
    let output = (try? FinishedProgram.run(URL(filePath: found), words))?.output ?? ""
    return String(output.prefix { $0 != "\n" })
  }()

  /// A daemon that knows the manifest, and a folder with two files, the second of them of this size.
  private static func daemon(second size: Int, startable: Bool = false) throws -> DaemonProcess {
    let folder = try TemporaryFolder()
    try folder.write("files/1", "one")
    try folder.write("files/2", "")
    let sums = folder.path("sums")
    try FileHandle(forWritingTo: folder.url.appending(path: "files/2")).truncate(atOffset: UInt64(size))
    var manifest = try Example.text("python-handler.conf")
    let line = try #require(manifest.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    let words = command(folder.path("files"), sums).joined(separator: " ")
    manifest.replaceSubrange(line.startIndex..<line.endIndex, with: startable ? "Exec=\(words)" : "")
    try folder.write("applications.d/python-handler.conf", manifest)
    return try DaemonProcess.calm(folder: folder)
  }

  private static func command(_ folder: String, _ sums: String) -> [String] {
    [python, Example.path("handler.py"), folder, sums]
  }

  /// Starts the handler as a person does.
  private static func handler(_ daemon: DaemonProcess) -> BackgroundProgram {
    let words = command(daemon.folder.path("files"), daemon.folder.path("sums"))
    let socket = daemon.socket
    return BackgroundProgram {
      try FinishedProgram.run(
        URL(filePath: words[0]), Array(words.dropFirst()), environment: ["BGTASKD_SOCKET": socket])
    }
  }

  /// What is wrong with the list of checksums; empty when it is right and has every file.
  private static func check(_ daemon: DaemonProcess) throws -> String {
    let sums = daemon.folder.path("sums")
    let result = try FinishedProgram.run(
      URL(filePath: "/bin/sh"),
      ["-c", #"sha256sum --check --strict --quiet "$1" && wc -l <"$1""#, "sh", sums])
    return result.output == "2\n" ? "" : result.output + result.errors
  }

  @Test("handler.py submits, gets the launch, reports its progress, and completes; the history says so")
  func delivered() throws {
    let daemon = try Self.daemon(second: 10)
    let events = try RawConnection.watching(daemon, prefix: Self.identifier)
    let handler = Self.handler(daemon)
    var seen: [String] = []
    while seen.last != "ended", let event = try events.receive() {
      seen.append(event.string("event") ?? "")
    }
    #expect(seen == ["submitted", "launching", "running", "progress", "progress", "ended"])
    let finished = try handler.finished()
    #expect(finished.status == 0 && finished.errors == "" && finished.output == "")
    let run = try #require(try daemon.waitForEnd(of: Self.identifier))
    #expect(run.outcome == .completed && run.success == true)
    #expect(run.progress == .init(completedUnitCount: 2, totalUnitCount: 2, title: "Checking", subtitle: "2"))
    #expect(try Self.check(daemon) == "")
    #expect(try daemon.control("history", Self.identifier).output.contains("succeeded"))
  }

  @Test("handler.py stops when its time is up, keeps what it has done, and goes on with the next launch")
  func expired() throws {
    // Nobody waits for the end of it.
    let daemon = try Self.daemon(second: 1 << 40)
    let handler = Self.handler(daemon)
    let progress = try daemon.wait { try? $0.get(Self.identifier).task.progress }
    #expect(progress?.completedUnitCount == 1)
    #expect(try daemon.control("expire", Self.identifier).status == 0)
    let first = try #require(try daemon.waitForEnd(of: Self.identifier))
    #expect(first.outcome == .expired && first.success == false && first.stopReason?.code == "simulated")

    try FileHandle(forWritingTo: daemon.folder.url.appending(path: "files/2")).truncate(atOffset: 7)
    #expect(try daemon.client().get(Self.identifier).task.attempt == 2)
    #expect(try daemon.control("run", Self.identifier).status == 0)
    let second = try #require(try daemon.waitForEnd(of: Self.identifier, attempts: 2))
    #expect(second.outcome == .completed && second.success == true)
    let finished = try handler.finished()
    #expect(finished.status == 0 && finished.errors == "")
    #expect(try Self.check(daemon) == "")
  }

  @Test("handler.py is started by its manifest when somebody else has submitted the task")
  func started() throws {
    let daemon = try Self.daemon(second: 10, startable: true)
    try daemon.client().submit(.init(identifier: Self.identifier, kind: .processing))
    let run = try #require(try daemon.waitForEnd(of: Self.identifier))
    #expect(run.outcome == .completed && run.success == true, "\(run)\(daemon.logText)")
    #expect(try Self.check(daemon) == "")
    #expect(try daemon.client().tasks().isEmpty)
  }

  @Test("The manifest is right as it is handed out")
  func manifest() throws {
    let folder = try TemporaryFolder()
    try folder.write("applications.d/python-handler.conf", Example.text("python-handler.conf"))
    let file = try folder.write("bgtaskd.conf", "")
    let run = try BuiltDaemon.run("--check-configuration", "--config", file)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!(run.output + run.errors).contains("python-handler.conf:"))
  }
}
