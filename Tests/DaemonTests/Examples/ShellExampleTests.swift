import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The example for the shell")
struct ShellExampleTests {
  private static let firstLines = BackupExample.entries.map { String($0.prefix { $0 != "\n" }) }

  @Test("backup.sh is stopped twice, keeps what it has done, goes on there, and completes")
  func interrupted() throws {
    let daemon = try DaemonProcess.calm()
    let backup = try BackupExample(daemon)
    let submitted = try backup.submit([
      "--requires-external-power", "--retry", "linear", "--retry-initial", "0", "--title", "Backup",
    ])
    #expect(submitted.status == 0, "\(submitted.errors)")

    #expect(try backup.entry() == "./.hidden")
    backup.goOn()
    #expect(try backup.entry() == "./a")
    // It has said so before it began with this entry.
    let task = try daemon.client().get(BackupExample.identifier).task
    #expect(
      task.progress == .init(completedUnitCount: 1, totalUnitCount: 5, title: "Archiving", subtitle: "a"))
    try daemon.setPower("battery")
    let first = try #require(try daemon.waitForEnd(of: BackupExample.identifier))
    #expect(first.outcome == .expired && first.stopReason?.code == "externalPower")
    #expect(first.exitStatus == 75 && first.signal == nil)
    #expect(try backup.files() == ["backup.tar.pieces"])

    try daemon.setPower("external")
    #expect(try backup.goOn(through: ["./a"]) == ["./a"])
    #expect(try backup.entry() == "./folder")
    #expect(try daemon.control("expire", BackupExample.identifier).status == 0)
    // The next one has begun then.
    let second = try #require(
      try daemon.wait { client in
        try client.runs(identifier: BackupExample.identifier).first {
          $0.attempt == 2 && $0.outcome != nil
        }
      })
    #expect(second.outcome == .expired && second.exitStatus == 75 && second.stopReason?.code == "simulated")

    #expect(try backup.goOn(through: Self.firstLines[2...]) == Array(Self.firstLines[2...]))
    let last = try #require(try daemon.waitForEnd(of: BackupExample.identifier, attempts: 3))
    #expect(last.outcome == .completed && last.success == true && last.exitStatus == 0 && last.attempt == 3)
    #expect(last.progress == .init(completedUnitCount: 5, totalUnitCount: 5, title: "Archived"))
    #expect(try backup.difference() == "")
    #expect(try backup.files() == ["backup.tar"])
    #expect(try daemon.client().tasks().isEmpty)
    let history = try daemon.control("history", BackupExample.identifier).output
    #expect(history.contains("succeeded") && history.contains("stopped ("))
  }

  @Test("backup.sh asks between two entries whether to come back later, and does")
  func deferring() throws {
    // What is lost is not enough to stop it, and enough to say so when it asks.
    let daemon = try DaemonProcess(configuration: DaemonProcess.quick + "[Conditions]\nSettlingSec=1h\n")
    let backup = try BackupExample(daemon)
    // Continued work, because it does not wait for a machine under pressure, which this one may be.
    let submitted = try backup.submit([
      "--kind", "continued", "--requires-external-power", "--retry", "linear", "--retry-initial", "1h",
    ])
    #expect(submitted.status == 0, "\(submitted.errors)")
    #expect(try backup.entry() == "./.hidden")
    try daemon.setPower("battery")
    backup.goOn()
    let first = try #require(try daemon.waitForEnd(of: BackupExample.identifier))
    #expect(first.outcome == .completed && first.success == false && first.exitStatus == 75)
    let output = try daemon.client().output(runId: first.runId).output
    #expect(output.contains("(externalPower: ") && output.contains("observed battery"), "\(output)")

    try daemon.setPower("external")
    #expect(try daemon.client().get(BackupExample.identifier).task.attempt == 2)
    #expect(try daemon.control("run", BackupExample.identifier).status == 0)
    #expect(try backup.goOn(through: Self.firstLines[1...]) == Array(Self.firstLines[1...]))
    let last = try #require(try daemon.waitForEnd(of: BackupExample.identifier, attempts: 2))
    #expect(last.success == true)
    #expect(try backup.difference() == "")
  }

  @Test("bgtaskctl speaks for the run that it is called in, and refuses to speak for one that is over")
  func inside() throws {
    let daemon = try DaemonProcess.calm()
    let program = BuiltProduct.url("bgtaskctl").path()
    let script = """
      set -e
      \(program) progress 2 4 Counting --subtitle sheep
      \(program) should-defer || echo "goes on: $?"
      \(program) complete --failure
      """
    try daemon.client().submit(.shell("a", script))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .completed && run.success == false && run.exitStatus == 0)
    #expect(
      run.progress == .init(completedUnitCount: 2, totalUnitCount: 4, title: "Counting", subtitle: "sheep"))
    #expect(try daemon.client().output(runId: run.runId).output == "goes on: 1\n")
    for (verb, status) in [("complete", 1), ("should-defer", 65)] as [(String, Int32)] {
      #expect(try daemon.control(verb, "--run", run.runId).status == status)
    }
    let outside = try daemon.control("complete", environment: ["BGTASK_RUN_ID": nil])
    #expect(outside.status == 64 && outside.errors.contains("BGTASK_RUN_ID is not set"))
  }

  @Test("backup.sh says how it is used")
  func usage() throws {
    let run = try FinishedProgram.run(.init(filePath: "/bin/sh"), [Example.path("backup.sh"), "one"])
    #expect(run.status == 64 && run.errors == "usage: backup.sh FOLDER ARCHIVE\n")
  }
}
