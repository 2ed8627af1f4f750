import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("The command line")
struct CommandLineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., socket: String = "") throws -> FinishedProgram {
    try FinishedProgram.run(
      IndexerDaemon.program, arguments, environment: ["BGTASKD_SOCKET": socket, "HOME": folder.path])
  }

  @Test("Without daemon, manifest and index the program says what to do")
  func failures() throws {
    let away = try run("submit", socket: folder.path("socket"))
    #expect(away.status == 1)
    #expect(away.errors.contains("is bgtaskd running?"))
    let empty = try run("show")
    #expect(empty.status == 1)
    #expect(empty.errors.contains("photo-indexer submit"))
    let daemon = try DaemonProcess()
    let unknown = try run("now", socket: daemon.socket)
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("applications.d"))
    #expect(try run(socket: daemon.socket).status == 1)
  }

  @Test("What is wrong is said, without what a terminal obeys; help says what there is, and what to install")
  func usage() throws {
    for wrong in [["sing"], ["--folder"], ["show", "again"], ["--x"], ["\u{1B}[2J"]] {
      let run = try FinishedProgram.run(IndexerDaemon.program, wrong)
      #expect(run.status == 1)
      #expect(run.errors.contains("photo-indexer help"))
      #expect(!run.errors.contains("\u{1B}"))
    }
    let help = try run("help")
    #expect(help.status == 0)
    #expect(help.output.contains("Debian's package"))
    for verb in ["handle", "submit", "now", "show"] { #expect(help.output.contains("  \(verb) ")) }
  }

  @Test("The example's manifest is taken without a word, and names every identifier that the program has")
  func manifest() throws {
    try folder.write("applications.d/photo-indexer.conf", try IndexerDaemon.manifest())
    let daemon = try DaemonProcess(folder: folder)
    #expect(!daemon.logText.contains("photo-indexer"))
    for identifier in [IndexerDaemon.refresh, IndexerDaemon.reading, IndexerDaemon.now] {
      #expect(try IndexerDaemon.manifest().contains(identifier))
    }
    // It permits what is registered.
    let client = try daemon.client()
    let task = try client.submit(
      .init(identifier: IndexerDaemon.refresh, kind: .refresh, earliestBeginUSec: 4_000_000_000_000_000))
    #expect(task.state == .waiting)
  }
}
