import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Applications that cannot be started")
struct FailingStartTests {
  static func request(_ identifier: String, attempts: Int = 4) -> Wire.TaskRequest {
    Wire.TaskRequest(
      identifier: identifier, kind: .processing, requiresIdle: false, retry: .atOnce(attempts: attempts))
  }

  static func occurrences(of text: String, in log: String) -> Int {
    log.split(separator: "\n").count { $0.contains(text) }
  }

  @Test("A program that crashes at every start: launchFailed, with growing pauses, and one line in the log")
  func crashing() throws {
    let folder = try TemporaryFolder()
    let starts = folder.path("starts")
    let daemon = try DaemonProcess.withApplications(
      ["crash": "PermittedIdentifiers=org.example.*\nExec=/bin/sh -c 'echo x >>\(starts); exit 3'"],
      folder: folder)
    let client = try daemon.client()
    try client.submit(Self.request("org.example.a"))
    try client.submit(Self.request("org.example.b"))
    for identifier in ["org.example.a", "org.example.b"] {
      let last = try #require(try daemon.waitForEnd(of: identifier, attempts: 4))
      #expect(last.outcome == .launchFailed)
      #expect(last.stopReason?.message.contains("exit status 3") == true)
      let runs = try client.runs(identifier: identifier)
      #expect(runs.map(\.outcome) == [.launchFailed, .launchFailed, .launchFailed, .launchFailed])
      // 50 ms, 100 ms, 200 ms between them, at least.
      let begins = runs.map(\.startedUSec)
      #expect(begins[0] - begins[1] >= 200_000)
      #expect(begins[1] - begins[2] >= 100_000)
      #expect(begins[2] - begins[3] >= 50_000)
    }
    #expect(daemon.waitForLog("given up after 4 attempts"))
    #expect(Self.occurrences(of: "crash cannot be started", in: daemon.logText) == 1)
    #expect(Self.occurrences(of: ": could not be started (", in: daemon.logText) == 2)
    // Tasks that are due together wait for the same program.
    let count = try String(contentsOfFile: starts, encoding: .utf8).split(separator: "\n").count
    #expect(4...5 ~= count)
  }

  @Test("A program that does not register in time is ended, with all that it started")
  func silent() throws {
    let folder = try TemporaryFolder()
    let number = folder.path("number")
    let script = "sleep 600 & echo $! >\(number); wait"
    let daemon = try DaemonProcess.withApplications(
      ["silent": "PermittedIdentifiers=org.example.silent\nExec=/bin/sh -c '\(script)'"],
      "LaunchTimeoutSec=200ms", folder: folder)
    let client = try daemon.client()
    try client.submit(Self.request("org.example.silent", attempts: 1))
    #expect(try client.get("org.example.silent").task.state == .launching)
    let run = try #require(try daemon.waitForEnd(of: "org.example.silent"))
    #expect(run.outcome == .launchFailed)
    #expect(run.stopReason?.required == "within 0.2s")
    let pid = try #require(Int32(try String(contentsOfFile: number, encoding: .utf8).dropLast()))
    #expect(Processes.waitForEnd(pid))
  }

  @Test(
    "A unit, a missing program and a broken manifest each say what is wrong, and keep nobody else waiting")
  func unusable() throws {
    let daemon = try DaemonProcess.withApplications([
      "unit": "PermittedIdentifiers=org.example.unit\nUnit=example.service",
      "missing": "PermittedIdentifiers=org.example.missing\nExec=/does/not/exist",
      "broken": "PermittedIdentifiers=bad!\nExec=relative",
      "empty": "Exec=/bin/true",
    ])
    #expect(daemon.logText.contains("broken.conf:2: PermittedIdentifiers=: found bad!"))
    #expect(daemon.logText.contains("empty.conf: PermittedIdentifiers= in [Application] is missing"))
    let client = try daemon.client()
    let unit = #expect(throws: SchedulerInterfaceError.self) {
      try client.submit(Self.request("org.example.unit", attempts: 1))
    }
    let refusal = unit.map { "\($0)" } ?? ""
    #expect(refusal.contains("this daemon has no service manager to start example.service"), "\(refusal)")
    try client.submit(Self.request("org.example.missing", attempts: 1))
    let missing = try #require(try daemon.waitForEnd(of: "org.example.missing"))
    #expect(missing.outcome == .launchFailed)
    #expect(missing.stopReason?.message.contains("/does/not/exist: No such file") == true)
  }

  @Test("A reload with a broken manifest keeps the old ones; a right one counts from then on")
  func reload() throws {
    let daemon = try DaemonProcess.withApplications([
      "feeds": "PermittedIdentifiers=org.example.feeds\nExec=/bin/false"
    ])
    let client = try daemon.client()
    let file = "applications.d/feeds.conf"
    try daemon.folder.write(file, "[Application]\nPermittedIdentifiers=org.example.other extra!\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    #expect(daemon.logText.contains("feeds.conf:2: PermittedIdentifiers=: found extra!"))
    #expect(try client.submit(Self.request("org.example.feeds")).state == .launching)
    try daemon.folder.write(file, "[Application]\nPermittedIdentifiers=org.example.other\nExec=/bin/false\n")
    try daemon.reload()
    #expect(throws: SchedulerInterfaceError.self) { try client.submit(Self.request("org.example.feeds")) }
    #expect(try client.submit(Self.request("org.example.other")).request.identifier == "org.example.other")
  }
}
