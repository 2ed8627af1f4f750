import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("The built photo-indexer, started by the built daemon", .serialized)
struct EndToEndTests {
  @Test("Submitted once, it is started on demand, finds what changes, and indexes it; show shows it")
  func everyDay() throws {
    let indexer = try IndexerDaemon()
    indexer.exiv2.passAll()
    #expect(try indexer.run("show").status == 1)
    try indexer.photos.fill(3)
    #expect(try indexer.run("submit").status == 0)
    #expect(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading)?.success == true)
    #expect(indexer.photos.indexed() == PhotoFolder.names(0..<3))
    let client = try indexer.daemon.client()
    let next = try client.get(IndexerDaemon.refresh).task
    #expect(next.state == .waiting)
    try indexer.photos.add("camera.jpg", Samples.jpeg(camera: "NIKON D750"))
    try indexer.photos.add("cut.jpg", Array(Samples.jpeg().prefix(8)))
    try indexer.photos.remove("0001.jpg")
    // An hour later.
    _ = try client.simulateLaunch(IndexerDaemon.refresh)
    #expect(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading, attempts: 2)?.success == true)
    #expect(try indexer.history(IndexerDaemon.refresh).map(\.success) == [true, true])
    let shown = try indexer.run("show")
    #expect(shown.status == 0)
    #expect(
      shown.output == """
        0000.jpg\timage/jpeg\t100 x 480\t\t
        0002.jpg\timage/jpeg\t102 x 480\t\t
        camera.jpg\timage/jpeg\t640 x 480\t2026:11:21 08:42:00\tNIKON D750
        cut.jpg\tFailed to read image data
        4 files, 0 to be read.

        """)
  }

  @Test(
    "Power is lost half-way: it stops before the file in hand, says so, waits for power, and goes on there")
  func powerLoss() throws {
    let indexer = try IndexerDaemon()
    try indexer.beginRun()
    try indexer.daemon.setPower("battery")
    let first = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading))
    #expect(first.outcome == .expired)
    #expect(first.success == false)
    #expect(first.stopReason?.code == "externalPower")
    #expect(try indexer.said("told to stop \(IndexerDaemon.reading)"))
    #expect(indexer.photos.indexed() == PhotoFolder.names(0..<40))
    let client = try indexer.daemon.client()
    #expect(try client.explain(IndexerDaemon.reading).reasons.map(\.code) == ["externalPower"])
    indexer.exiv2.passAll()
    try indexer.daemon.setPower("external")
    let second = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading, attempts: 2))
    #expect(second.outcome == .completed)
    #expect(second.success == true)
    // The file in hand was not read.
    #expect(indexer.exiv2.given == PhotoFolder.names(0..<41) + PhotoFolder.names(40..<80))
    #expect(indexer.photos.indexed() == IndexerDaemon.names)
    #expect(try indexer.history(IndexerDaemon.reading).map(\.outcome) == [.expired, .completed])
    #expect(try indexer.history(IndexerDaemon.refresh).map(\.outcome) == [.completed])
  }

  @Test("R50, R53: now indexes at once, the daemon knows how far it is, and a person can stop it")
  func now() throws {
    let indexer = try IndexerDaemon()
    try indexer.photos.fill(IndexerDaemon.names.count)
    #expect(try indexer.run("now").status == 0)
    indexer.exiv2.pass(10)
    let task = try indexer.daemon.wait { client in
      let task = try client.get(IndexerDaemon.now).task
      return task.progress?.completedUnitCount == 10 ? task : nil
    }
    #expect(task?.request.kind == .continued)
    #expect(task?.progress?.totalUnitCount == Int64(IndexerDaemon.names.count))
    #expect(task?.progress?.title == "Indexing photos")
    #expect(task?.progress?.subtitle == IndexerDaemon.names[9])
    try indexer.daemon.client().cancel(IndexerDaemon.now)
    let stopped = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.now))
    #expect(stopped.outcome == .cancelled)
    #expect(try indexer.said("told to stop \(IndexerDaemon.now)"))
    indexer.exiv2.passAll()
    #expect(try indexer.run("now").status == 0)
    let done = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.now, attempts: 2))
    #expect(done.outcome == .completed)
    #expect(done.success == true)
    #expect(indexer.exiv2.given == PhotoFolder.names(0..<11) + PhotoFolder.names(10..<80))
    #expect(indexer.photos.indexed() == IndexerDaemon.names)
  }
}
