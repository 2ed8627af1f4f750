import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("kill -9 while photos are read", .serialized)
struct KillTests {
  /// What has to be true in the end, whatever was killed: the index is complete, and no more was read twice
  /// than was in hand, and not yet saved, when the program died.
  private func check(_ indexer: IndexerDaemon, _ outcomes: [Wire.Outcome]) throws {
    #expect(indexer.photos.indexed() == IndexerDaemon.names)
    let rest = outcomes.contains(.interrupted) ? IndexerDaemon.batch..<80 : 41..<80
    #expect(indexer.exiv2.given == PhotoFolder.names(0..<41) + PhotoFolder.names(rest))
    let history = try indexer.history(IndexerDaemon.reading)
    #expect(history.map(\.outcome) == outcomes)
    #expect(Set(history.map(\.runId)).count == outcomes.count)
    #expect(history.last?.success == true)
    #expect(try indexer.history(IndexerDaemon.refresh).map(\.outcome) == [.completed])
  }

  /// Does not wait for the pause before the next attempt: a person asks for it now.
  private func tryAgain(_ indexer: IndexerDaemon) throws {
    _ = try indexer.daemon.client().simulateLaunch(IndexerDaemon.reading)
  }

  private func finish(_ indexer: IndexerDaemon, runs: Int) throws {
    indexer.exiv2.passAll()
    let last = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading, attempts: runs))
    #expect(last.outcome == .completed)
  }

  @Test("Of the program: its run is interrupted, and the next one goes on at the last batch")
  func program() throws {
    let indexer = try IndexerDaemon()
    try indexer.beginRun()
    let killed = try #require(try indexer.killProgram(runs: 1))
    #expect(killed.outcome == .interrupted)
    #expect(killed.stopReason?.code == "vanished")
    #expect(indexer.photos.indexed().count == IndexerDaemon.batch)
    try tryAgain(indexer)
    try finish(indexer, runs: 2)
    try check(indexer, [.interrupted, .completed])
  }

  @Test("Of the daemon: the handler goes on, its run is adopted, and there is one row of it")
  func daemon() throws {
    let indexer = try IndexerDaemon()
    try indexer.beginRun()
    #expect(try indexer.replaceDaemon())
    try finish(indexer, runs: 1)
    try check(indexer, [.completed])
  }

  @Test("Of the daemon, and the handler ends before there is another: its end is told later, and counts")
  func daemonAwayAtTheEnd() throws {
    let indexer = try IndexerDaemon()
    try indexer.beginRun()
    indexer.daemon.killHard()
    indexer.exiv2.passAll()
    try indexer.exiv2.wait(given: IndexerDaemon.names.count)
    try indexer.daemon.start()
    let run = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading))
    #expect(run.outcome == .completed)
    try check(indexer, [.completed])
  }

  @Test("Of the daemon, the program and the daemon again: one row for each run, and the index is complete")
  func bothInTurn() throws {
    let indexer = try IndexerDaemon()
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
    try indexer.beginRun()
    indexer.daemon.killHard()
    let pid = try #require(try indexer.programProcess())
    kill(pid, SIGKILL)
    try indexer.daemon.start()
    try indexer.daemon.calmDown()
    let first = try #require(try indexer.daemon.waitForEnd(of: IndexerDaemon.reading))
    #expect(first.outcome == .interrupted)
    try tryAgain(indexer)
    try finish(indexer, runs: 2)
    try check(indexer, [.interrupted, .completed])
  }
}
