import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("The command line")
struct CommandLineTests {
  @Test("Verbs and options, with and without =")
  func options() throws {
    let line = try Invocation(["show", "--folder", "/a", "--index=/b", "--every", "1h 30min", "--batch=7"])
    #expect(line.verb == .show)
    #expect(line.folder == "/a")
    #expect(line.index == "/b")
    #expect(line.every == 5400)
    #expect(line.batch == 7)
    #expect(try Invocation([]).verb == .handle)
    #expect(try Invocation(["--on-battery", "--verbose"]).worksOnBattery)
  }

  @Test(
    "What is wrong is said, with what is allowed",
    arguments: [
      ["frobnicate"], ["--folder"], ["--every", "soon"], ["--every=0"], ["--batch", "0"], ["--verbose=yes"],
      ["--x"],
      ["--every", "99999999d"], ["show", "again"], ["--index", ""],
    ])
  func wrong(arguments: [String]) throws {
    let failure = #expect(throws: Failure.self) { try Invocation(arguments) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains("--help") == true)
  }

  @Test(
    "Lengths of time",
    arguments: [("90", 90.0), ("15min", 900), ("1d 2h", 93_600), ("2 h", 7200), ("1h30min", 5400)])
  func spans(text: String, seconds: Double) {
    #expect(TimeSpan.seconds(text) == seconds)
  }

  @Test("Folder and index: the command line, then the program's own variables, then XDG's, then the home's")
  func places() throws {
    let home = try TemporaryFolder()
    func library(_ arguments: [String], _ environment: [String: String]) throws -> [String] {
      let library = try Places(environment: environment).library(Invocation(arguments))
      return [library.folder, library.index.path(percentEncoded: false)]
    }
    var environment = ["HOME": home.path]
    #expect(
      try library([], environment)
        == ["\(home.path)/Pictures", "\(home.path)/.local/state/photo-indexer/index.jsonl"])
    try home.write(
      ".config/user-dirs.dirs", "# x\nXDG_MUSIC_DIR=\"$HOME/M\"\nXDG_PICTURES_DIR=\"$HOME/Meine Bilder\"\n")
    #expect(try library([], environment)[0] == "\(home.path)/Meine Bilder")
    environment["XDG_PICTURES_DIR"] = "/pictures"
    environment["XDG_STATE_HOME"] = "/state"
    #expect(try library([], environment) == ["/pictures", "/state/photo-indexer/index.jsonl"])
    environment["XDG_PICTURES_DIR"] = "relative"
    #expect(try library([], environment)[0] == "\(home.path)/Meine Bilder")
    environment["PHOTO_INDEXER_FOLDER"] = "/own"
    environment["PHOTO_INDEXER_INDEX"] = "/own.jsonl"
    #expect(try library([], environment) == ["/own", "/own.jsonl"])
    #expect(try library(["--folder=/x", "--index=/y"], environment) == ["/x", "/y"])
    #expect(throws: Failure.self) { try library([], [:]) }
  }

  @Test(
    "Without daemon, manifest and index the program says what to do, with sysexits' numbers"
  )
  func failures() throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: String..., socket: String) throws -> FinishedProgram {
      try FinishedProgram.run(
        IndexerDaemon.program, arguments, environment: ["BGTASKD_SOCKET": socket, "HOME": folder.path])
    }
    let away = try run("submit", socket: folder.path("socket"))
    #expect(away.status == 69)
    #expect(away.errors.contains("is bgtaskd running?"))
    #expect(try run("sing", socket: "").status == 64)
    let empty = try run("show", socket: "")
    #expect(empty.status == 66)
    #expect(empty.errors.contains("photo-indexer submit"))
    #expect(try run("--help", socket: "").output.contains("--on-battery"))
    let daemon = try DaemonProcess()
    let unknown = try run("now", socket: daemon.socket)
    #expect(unknown.status == 78)
    #expect(unknown.errors.contains("applications.d"))
    #expect(try run(socket: daemon.socket).status == 78)
  }

  @Test("The example's manifest is taken without a word, and names every identifier that the program has")
  func manifest() throws {
    let folder = try TemporaryFolder()
    try folder.write("applications.d/photo-indexer.conf", try IndexerDaemon.manifest())
    let daemon = try DaemonProcess(folder: folder)
    #expect(!daemon.logText.contains("photo-indexer"))
    for identifier in [IndexerDaemon.refresh, IndexerDaemon.indexing, IndexerDaemon.now] {
      #expect(try IndexerDaemon.manifest().contains(identifier))
    }
    // It permits what is registered.
    let client = try daemon.client()
    let task = try client.submit(
      .init(identifier: IndexerDaemon.refresh, kind: .refresh, earliestBeginUSec: 4_000_000_000_000_000))
    #expect(task.state == .waiting)
  }

  @Test("The table shows names without what a terminal obeys")
  func table() {
    var index = PhotoIndex()
    let stamp = FileStamp(size: 1, modifiedSec: 0, modifiedNSec: 0)
    index["a\u{1B}[2J.jpg"] = IndexedPhoto(path: "a\u{1B}[2J.jpg", stamp: stamp)
    let lines = IndexTable.lines(index)
    #expect(lines.count == 3)
    #expect(lines[0] == "PHOTO      FORMAT  SIZE  TAKEN  CAMERA  NOTE")
    #expect(lines[1] == "a\u{FFFD}[2J.jpg")
    #expect(IndexTable.lines(PhotoIndex()) == ["0 files, 0 duplicates, 0 with problems."])
  }
}
