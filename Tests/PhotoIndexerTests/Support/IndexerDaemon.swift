import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport

@testable import PhotoIndexer

/// The built daemon on a machine on which everything may run, with the example's own manifest, which starts
/// the built photo-indexer for a folder of the test's own.
final class IndexerDaemon {
  let photos: PhotoFolder
  let daemon: DaemonProcess
  let exiv2: GuardedReader

  static let refresh = BackgroundWork.Identifier.refresh
  static let reading = BackgroundWork.Identifier.reading
  static let now = BackgroundWork.Identifier.readingNow
  /// After so many photos the index is saved.
  static let batch = 32
  /// The photos of ``fill()``.
  static let names = PhotoFolder.names(0..<80)

  init(rules: String = "") throws {
    let folder = try TemporaryFolder()
    photos = try PhotoFolder(folder)
    exiv2 = try GuardedReader(folder)
    // The daemon passes its environment on to nobody; a sanitizer's words fill a pipe that nobody reads.
    let sanitizer = ProcessInfo.processInfo.environment["TSAN_OPTIONS"].map { "TSAN_OPTIONS=\($0) " } ?? ""
    let shell = """
      echo $$ >\(folder.path("pid")); export \(sanitizer)PATH=\(exiv2.folder):/usr/bin:/bin \
      STATE_DIRECTORY=\(photos.state); exec \(Self.program.path()) --folder \(photos.photos) \
      2>>\(folder.path("messages"))
      """
    let manifest = try Self.manifest().replacing(/(?m)^Exec=.*$/, with: "Exec=/bin/sh -c '\(shell)'")
    try folder.write("applications.d/photo-indexer.conf", manifest)
    daemon = try DaemonProcess.calm(
      """
      RefreshSpacingSec=0
      ProcessingSpacingSec=0
      RuntimeBudgetPerHourSec=0
      LaunchRetrySec=50ms
      \(rules)

      """, folder: folder)
  }

  static var program: URL { BuiltProduct.url("photo-indexer") }

  /// The example's manifest as it is handed out.
  static func manifest() throws -> String { try Repository.text("config/examples/photo-indexer.conf") }

  /// Runs the program to its end, as a person does.
  func run(_ arguments: String...) throws -> FinishedProgram {
    try FinishedProgram.run(
      Self.program, arguments + ["--folder", photos.photos],
      environment: ["BGTASKD_SOCKET": daemon.socket, "STATE_DIRECTORY": photos.state])
  }

  /// Waits until the program has said this.
  func said(_ text: String) throws -> Bool {
    try daemon.wait { _ in
      let messages = try? String(contentsOfFile: photos.root.path("messages"), encoding: .utf8)
      return messages?.contains(text) == true ? true : nil
    } ?? false
  }

  /// Asks for the first look, waits until it is over and a run has read half of the photos: it has saved a
  /// batch, and the next one is in hand.
  func beginRun() throws {
    try photos.fill(Self.names.count)
    let submitted = try run("submit")
    guard submitted.status == 0 else { throw RawConnectionError.closed }
    exiv2.pass(40)
    try exiv2.wait(given: 41)
    _ = try daemon.waitForEnd(of: Self.refresh)
  }

  /// The process that bgtaskd started last.
  func programProcess() throws -> Int32? {
    Int32(try String(contentsOfFile: photos.root.path("pid"), encoding: .utf8).dropLast())
  }

  /// SIGKILL for the program, and waits until its run counts as ended.
  func killProgram(runs: Int) throws -> Wire.Run? {
    guard let pid = try programProcess() else { return nil }
    kill(pid, SIGKILL)
    return try daemon.waitForEnd(of: Self.reading, attempts: runs)
  }

  /// SIGKILL for the daemon, and another one; waits until that has heard of the program that works on.
  func replaceDaemon() throws -> Bool {
    daemon.killHard()
    try daemon.start()
    try daemon.calmDown()
    return try waitForRun()
  }

  /// Waits until a run is with the program.
  func waitForRun() throws -> Bool {
    try daemon.wait { client in
      try client.tasks(identifierPrefix: Self.reading).contains { $0.state == .running } ? true : nil
    } ?? false
  }

  /// The history of an identifier, oldest first.
  func history(_ identifier: String) throws -> [Wire.Run] {
    try daemon.client().runs(identifier: identifier).reversed()
  }
}
