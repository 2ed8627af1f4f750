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
  /// A line for every photo that is read: what holds the program when nobody takes it.
  let details: LogPipe
  /// The rest of what it says.
  let messages: LogPipe

  static let refresh = BackgroundWork.Identifier.refresh
  static let indexing = BackgroundWork.Identifier.indexing
  static let now = BackgroundWork.Identifier.indexingNow
  /// After so many photos the index is written.
  static let batch = 4

  init(every span: String = "1d", rules: String = "") throws {
    let folder = try TemporaryFolder()
    photos = try PhotoFolder(folder)
    details = try LogPipe(folder, "details")
    messages = try LogPipe(folder, "messages")
    let program = [
      Self.program.path(), "--folder", photos.photos, "--index", photos.index, "--every", span, "--batch",
      "\(Self.batch)", "--verbose",
    ].joined(separator: " ")
    // The daemon passes its environment on to nobody; a sanitizer's words fill a pipe that nobody reads.
    let sanitizer = ProcessInfo.processInfo.environment["TSAN_OPTIONS"].map { "export TSAN_OPTIONS=\($0); " }
    let shell =
      "\(sanitizer ?? "")echo $$ >\(folder.path("pid")); exec \(program) >\(details.path) 2>\(messages.path)"
    let manifest = try Self.manifest().replacing(/(?m)^Exec=.*$/, with: "Exec=/bin/sh -c '\(shell)'")
    try folder.write("applications.d/photo-indexer.conf", manifest)
    daemon = try DaemonProcess(
      folder: folder,
      configuration: DaemonProcess.quick + """
        [Scheduler]
        RefreshSpacingSec=0
        ProcessingSpacingSec=0
        RuntimeBudgetPerHourSec=0
        LaunchRetrySec=50ms
        \(rules)

        """)
    try calmDown()
  }

  static var program: URL { BuiltProduct.url("photo-indexer") }

  /// The example's manifest as it is handed out.
  static func manifest() throws -> String { try Repository.text("config/examples/photo-indexer.conf") }

  /// Makes everything about the machine good for work. A daemon that was started again has to be told again.
  func calmDown() throws {
    try daemon.client().simulateConditions([
      "powerSource": "external", "batteryPercent": "unknown", "lowPowerMode": "no", "network": "unmetered",
      "idle": "yes", "thermalPressure": "no", "cpuPressure": "no", "memoryPressure": "no",
      "ioPressure": "no", "storageLow": "no",
    ])
  }

  func setPower(_ source: String) throws {
    try daemon.client().simulateConditions(["powerSource": source])
  }

  /// Runs the program to its end, as a person does.
  func run(_ arguments: String...) throws -> FinishedProgram {
    try FinishedProgram.run(
      Self.program, arguments + ["--folder", photos.photos, "--index", photos.index],
      environment: ["BGTASKD_SOCKET": daemon.socket])
  }

  /// The names of the photos of ``fill()``, which are long, so that a few dozen of them are more than the
  /// pipe holds.
  static let names = (0..<60).map { number in
    String(repeating: "photo-with-a-long-name-", count: 5) + PhotoFolder.name(number)
  }

  /// Makes more photos than the program can read before somebody takes its lines.
  func fill() throws {
    for (number, name) in Self.names.enumerated() {
      try photos.add(name, Samples.jpeg(width: 100 + number, picture: "picture \(number)"))
    }
  }

  /// Asks for the first look, waits until a run has read a photo, which cannot come to its end then, and
  /// until the look is over.
  func beginRun() throws {
    let submitted = try run("submit")
    guard submitted.status == 0 else { throw RawConnectionError.closed }
    try details.line(with: "indexed: ")
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
    return try daemon.waitForEnd(of: Self.indexing, attempts: runs)
  }

  /// SIGKILL for the daemon, and another one; waits until that has heard of the program that works on.
  func replaceDaemon() throws -> Bool {
    daemon.killHard()
    try daemon.start()
    try calmDown()
    return try waitForRun()
  }

  /// Waits until a run is with the program.
  func waitForRun() throws -> Bool {
    try daemon.wait { client in
      try client.tasks(identifierPrefix: Self.indexing).contains { $0.state == .running } ? true : nil
    } ?? false
  }

  /// The history of an identifier, oldest first.
  func history(_ identifier: String) throws -> [Wire.Run] {
    try daemon.client().runs(identifier: identifier).reversed()
  }

  /// Which photos were read so far, in order, as the program said it.
  var readPhotos: [String] {
    let start = "indexed: "
    return details.lines.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }
}
