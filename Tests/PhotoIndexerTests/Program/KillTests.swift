import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("kill -9 while photos are read")
struct KillTests {
  /// What has to be true in the end, whatever was killed: the index is complete, and no more was read twice
  /// than the batches that were in hand. A program that is killed does not say any more what it read last.
  private func check(_ indexer: IndexerDaemon, _ outcomes: [Wire.Outcome]) throws {
    #expect(try indexer.photos.indexedPaths() == IndexerDaemon.names)
    let read = indexer.readPhotos
    let deaths = outcomes.count { $0 == .interrupted }
    #expect(IndexerDaemon.names.count { !read.contains($0) } <= deaths)
    #expect(read.count <= IndexerDaemon.names.count + deaths * IndexerDaemon.batch)
    let history = try indexer.history(IndexerDaemon.indexing)
    #expect(history.map(\.outcome) == outcomes)
    #expect(Set(history.map(\.runId)).count == outcomes.count)
    #expect(history.last?.success == true)
    #expect(try indexer.history(IndexerDaemon.refresh).map(\.outcome) == [.completed])
  }

  /// Does not wait for the pause before the next attempt: a person asks for it now.
  private func tryAgain(_ indexer: IndexerDaemon) throws {
    _ = try indexer.daemon.client().simulateLaunch(IndexerDaemon.indexing)
  }

  private func finish(_ indexer: IndexerDaemon, runs: Int) throws {
    try indexer.details.drained {
      let last = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing, attempts: runs))
      #expect(last.outcome == .completed)
    }
  }

  @Test("Of the program: its run is interrupted, and the next one goes on at the last batch")
  func program() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    try indexer.beginRun()
    let killed = try #require(try indexer.killProgram(runs: 1))
    #expect(killed.outcome == .interrupted)
    #expect(killed.stopReason?.code == "vanished")
    try tryAgain(indexer)
    try finish(indexer, runs: 2)
    try check(indexer, [.interrupted, .completed])
  }

  @Test("Of the daemon: the handler goes on, its run is adopted, and there is one row of it")
  func daemon() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    try indexer.beginRun()
    #expect(try indexer.replaceDaemon())
    try finish(indexer, runs: 1)
    try check(indexer, [.completed])
  }

  @Test(
    "Of the daemon, and the handler ends before there is another: its end is told later, and counts"
  )
  func daemonAwayAtTheEnd() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    try indexer.beginRun()
    indexer.daemon.killHard()
    try indexer.details.drained {
      try indexer.messages.line(with: "finished \(IndexerDaemon.indexing)")
      try indexer.daemon.start()
      let run = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing))
      #expect(run.outcome == .completed)
    }
    try check(indexer, [.completed])
  }

  @Test("Of the daemon, the program and the daemon again: one row for each run, and the index is complete")
  func bothInTurn() throws {
    let indexer = try IndexerDaemon()
    try indexer.fill()
    try indexer.beginRun()
    #expect(try indexer.replaceDaemon())
    #expect(try indexer.killProgram(runs: 1)?.outcome == .interrupted)
    try tryAgain(indexer)
    #expect(try indexer.waitForRun())
    #expect(try indexer.replaceDaemon())
    try finish(indexer, runs: 2)
    try check(indexer, [.interrupted, .completed])
  }

  @Test("Of the program and the daemon at once: nothing is lost")
  func bothAtOnce() throws {
    let indexer = try IndexerDaemon(rules: "ReconnectSec=500ms")
    try indexer.fill()
    try indexer.beginRun()
    indexer.daemon.killHard()
    let pid = try #require(try indexer.programProcess())
    kill(pid, SIGKILL)
    try indexer.daemon.start()
    try indexer.calmDown()
    let first = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.indexing))
    #expect(first.outcome == .interrupted)
    try tryAgain(indexer)
    try finish(indexer, runs: 2)
    try check(indexer, [.interrupted, .completed])
  }
}
