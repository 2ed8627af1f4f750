import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("The built photo-indexer, started by the built daemon")
struct EndToEndTests {
  @Test("Submitted once, it is started on demand, finds what changes, and indexes it; its table shows it")
  func everyDay() throws {
    let indexer = try IndexerDaemon(every: "1s")
    #expect(try indexer.run("show").status == ExitStatus.noInput.rawValue)
    try indexer.photos.fill(3)
    let submitted = try indexer.run("submit")
    #expect(submitted.status == 0)
    try indexer.details.drained {
      try indexer.messages.drained {
        #expect(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing)?.success == true)
        #expect(try indexer.photos.indexedPaths() == (0..<3).map(PhotoFolder.name))
        try indexer.photos.add("copy.jpg", Samples.jpeg(width: 100, picture: "picture 0"))
        try indexer.photos.add("cut.jpg", Array(Samples.jpeg().prefix(8)))
        try indexer.photos.remove("0001.jpg")
        let expected = ["0000.jpg", "0002.jpg", "copy.jpg", "cut.jpg"]
        let isThere = try indexer.daemon.wait { _ in
          try indexer.photos.indexedPaths() == expected ? true : nil
        }
        #expect(isThere == true)
      }
    }
    #expect(try indexer.history(IndexerDaemon.refresh).count >= 2)
    let shown = try indexer.run("show")
    #expect(shown.status == 0)
    #expect(shown.output.contains("100x480"))
    #expect(shown.output.contains("duplicate of 0000.jpg"))
    #expect(shown.output.contains("truncated: it ends after 8 bytes"))
    #expect(shown.output.hasSuffix("4 files, 1 duplicates, 1 with problems.\n"))
  }

  @Test(
    "Power is lost half-way: it stops after the file in hand, says so, waits for power, and goes on there")
  func powerLoss() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    try indexer.beginRun()
    try indexer.setPower("battery")
    try indexer.messages.line(with: "told to stop \(IndexerDaemon.indexing)")
    try indexer.details.drained {
      let first = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing))
      #expect(first.outcome == .expired)
      #expect(first.success == false)
      #expect(first.stopReason?.code == "externalPower")
      let saved = try indexer.photos.indexedPaths()
      #expect(!saved.isEmpty)
      #expect(saved.count < IndexerDaemon.names.count)
      let client = try indexer.daemon.client()
      #expect(try client.explain(IndexerDaemon.indexing).reasons.map(\.code) == ["externalPower"])
      try indexer.setPower("external")
      let second = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing, attempts: 2))
      #expect(second.outcome == .completed)
      #expect(second.success == true)
    }
    #expect(indexer.readPhotos == IndexerDaemon.names)
    #expect(try indexer.photos.indexedPaths() == IndexerDaemon.names)
    #expect(try indexer.history(IndexerDaemon.indexing).map(\.outcome) == [.expired, .completed])
    #expect(try indexer.history(IndexerDaemon.refresh).map(\.outcome) == [.completed])
  }

  @Test("R50, R53: now indexes at once, the daemon knows how far it is, and a person can stop it")
  func now() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    #expect(try indexer.run("now").status == 0)
    try indexer.details.line(with: "indexed: ")
    let task = try indexer.daemon.wait { client in
      let task = try client.get(IndexerDaemon.now).task
      return (task.progress?.completedUnitCount ?? 0) > 0 ? task : nil
    }
    #expect(task?.request.kind == .continued)
    #expect(task?.progress?.totalUnitCount == Int64(IndexerDaemon.names.count))
    #expect(task?.progress?.title == "Indexing photos")
    #expect(task?.progress?.subtitle?.hasPrefix("photo-with-a-long-name-") == true)
    try indexer.daemon.client().cancel(IndexerDaemon.now)
    try indexer.messages.line(with: "told to stop \(IndexerDaemon.now)")
    try indexer.details.drained {
      let stopped = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.now))
      #expect(stopped.outcome == .cancelled)
      #expect(try indexer.run("now").status == 0)
      let done = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.now, attempts: 2))
      #expect(done.outcome == .completed)
      #expect(done.success == true)
    }
    #expect(indexer.readPhotos == IndexerDaemon.names)
    #expect(try indexer.photos.indexedPaths() == IndexerDaemon.names)
  }
}
