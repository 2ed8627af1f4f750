import Foundation
import LinuxSystem
import SchedulerAPI
import TestSupport

/// A daemon that is killed again and again while clients submit to it, always on the same state.
final class CrashLoop {
  /// What the kill of a round waits for: facts, never time.
  enum Moment {
    /// So many lines of its log, and no client has connected.
    case starting(lines: Int)
    /// So many acknowledgements of this round.
    case acknowledgements(Int)
    /// So many lines of its log: submissions, launches, ends.
    case logLines(Int)
  }

  private static let configuration = """
    \(DaemonProcess.quick)
    [Scheduler]
    MaxConcurrentRuns=8
    ExpirationGraceSec=500ms
    [Store]
    HistoryMaxRuns=1000000

    """

  private let daemon: DaemonProcess
  private let notes: String
  private let ledger = CrashLedger()
  private let seed: UInt64
  private var random: SplitMix64
  private var round = 0
  /// The first of the rounds whose promises have not been looked up yet.
  private var firstUnverifiedRound = 1
  /// The record of conditions as it was read last.
  private var record: [Wire.RecordedChange] = []
  /// What was not as it should have been, so far.
  private(set) var problems: [String] = []

  /// Starts the daemon in a folder of its own.
  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    daemon = try DaemonProcess(configuration: Self.configuration, program: DaemonProcess.shipped)
    notes = try daemon.folder.write("notes", "")
    daemon.killHard()
  }

  /// Starts the daemon, looks whether it has what it promised, has clients submit, and kills it at some
  /// moment.
  func runRound() throws {
    round += 1
    do { try kill(at: chooseMoment()) } catch {
      // That it is gone without a kill is for the log to explain.
      complain("\(error); the log: \(daemon.logText.suffix(4000))")
      throw error
    }
  }

  private func kill(at moment: Moment) throws {
    ledger.daemonIsKilled(false)
    if case .starting(let lines) = moment {
      try daemon.launch()
      if !daemon.waitForLog(lines: lines) { complain("it says nothing when it starts: \(daemon.logText)") }
      return daemon.killHard()
    }
    try daemon.start()
    try verifyPromises()
    try verifyRecord()
    try cancelRepeating(in: max(round - 2, 1)..<max(round - 1, 1))
    let before = ledger.promises.count
    let clients = startClients()
    let isThere =
      switch moment {
      case .starting: true
      case .acknowledgements(let count): ledger.wait(forAcknowledgements: before + count)
      case .logLines(let count): daemon.waitForLog(lines: count)
      }
    if !isThere { complain("the moment \(moment) did not come; the log: \(daemon.logText.suffix(2000))") }
    ledger.daemonIsKilled(true)
    daemon.killHard()
    clients.wait()
  }

  /// Starts the daemon a last time, lets everything that is due come to its end, and ends the daemon as well.
  /// - Returns: What was not as it should have been.
  func finish() throws -> [String] {
    ledger.daemonIsKilled(false)
    try daemon.start()
    try verifyPromises()
    try verifyRecord()
    try cancelRepeating(in: 1..<round + 1)
    try waitUntilNothingIsDue()
    let (tasks, runs, noted) = try tasksAndRuns(daemon.client())
    let verdict = CrashVerdict(
      promises: ledger.promises, cancellations: ledger.cancellations, tasks: tasks, runs: runs, notes: noted)
    let status = daemon.stop()
    if status != 0 { complain("the daemon ended with status \(status): \(daemon.logText.suffix(2000))") }
    let leftBehind = try ProcessTable.all().filter {
      ProcessTable.environmentValue(of: $0, "BGTASKD_SOCKET") == daemon.socket && ProcessTable.isAlive($0)
    }
    if !leftBehind.isEmpty { complain("processes of runs were left behind: \(leftBehind)") }
    let all = problems + ledger.problems + verdict.problems
    if !all.isEmpty { keepEvidence() }
    print(
      "crash loop: \(round) rounds, \(ledger.promises.count) acknowledged, "
        + "\(ledger.cancellations.count) cancelled, \(runs.count) runs, \(all.count) problems")
    return all
  }

  /// Keeps the state, the notes and what was promised, in a place that the next loop does not touch.
  private func keepEvidence() {
    let files = FileManager.default
    let place = files.temporaryDirectory.appending(path: "bgtaskd-crash-\(seed)")
    do {
      try files.copyItem(at: daemon.folder.url, to: place)
      let promises = ledger.promises.map { "\($0)" } + ledger.cancellations.map { "cancelled \($0)" }
      try promises.joined(separator: "\n").write(
        to: place.appending(path: "promises"), atomically: true, encoding: .utf8)
      print("crash loop: its files are kept in \(place.path())")
    } catch {
      print("crash loop: its files cannot be kept: \(error)")
    }
  }

  private func complain(_ problem: String) { problems.append("round \(round): \(problem)") }

  private func chooseMoment() -> Moment {
    let tasks = CrashClient.tasks * CrashClient.Manner.allCases.count
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .starting(lines: Int.random(in: 1...2, using: &random))
    case 1...3: return .acknowledgements(Int.random(in: 0...tasks, using: &random))
    default: return .logLines(Int.random(in: 3...(tasks + tasks / 3), using: &random))
    }
  }

  private func startClients() -> DispatchGroup {
    let group = DispatchGroup()
    for manner in CrashClient.Manner.allCases {
      let client = CrashClient(
        name: "r\(round).c\(manner.rawValue)", manner: manner, socket: daemon.socket, notes: notes,
        ledger: ledger, random: SplitMix64(seed: random.next()))
      group.enter()
      Thread {
        var client = client
        client.run()
        group.leave()
      }.start()
    }
    return group
  }

  /// What was acknowledged before the last kill is waiting, running or in the history.
  private func verifyPromises() throws {
    let client = try daemon.client()
    let cancelled = ledger.cancellations
    let rounds = firstUnverifiedRound..<round
    firstUnverifiedRound = round
    for round in rounds {
      let prefix = "r\(round)."
      let listed = Set(try client.tasks(identifierPrefix: prefix).map(\.request.identifier))
      for promise in ledger.promises
      where promise.identifier.hasPrefix(prefix) && cancelled[promise.identifier] == nil
        && !listed.contains(promise.identifier)
      {
        if try client.runs(identifier: promise.identifier, limit: 1).first?.outcome == nil {
          complain("\(promise.identifier) was acknowledged and is lost")
        }
      }
    }
  }

  /// What was read of the record before the last kill is still its beginning, and the time until this daemon
  /// is unknown.
  private func verifyRecord() throws {
    var found: [Wire.RecordedChange] = []
    try daemon.client().exportRecord { page in
      found += page.changes
      return true
    }
    // The last line only says that the machine is on now.
    let lines = Array(found.dropLast())
    if !lines.starts(with: record) {
      complain("the record was \(record.count) lines, and its \(lines.count) begin otherwise")
    }
    let new = lines.dropFirst(record.count)
    let isClosed = new.contains { $0.field == "machine" && $0.value == nil }
    if !record.isEmpty, !isClosed { complain("the record does not say that a daemon was killed: \(new)") }
    record = lines
  }

  /// Cancels the repeating tasks of some rounds, so that the number of runs does not grow with every round.
  private func cancelRepeating(in rounds: Range<Int>) throws {
    let client = try daemon.client()
    for round in rounds {
      for task in try client.tasks(identifierPrefix: "r\(round).")
      where task.request.identifier.hasSuffix(".repeating") {
        ledger.willCancel(task.request.identifier)
        try client.cancel(task.request.identifier)
        ledger.didCancel(task.request.identifier)
      }
    }
  }

  /// What is pending, what has run and what the programs have noted, of one moment: a task whose pause ends
  /// between two of them would be in neither as it is in the other.
  private func tasksAndRuns(_ client: SchedulerClient) throws -> ([Wire.Task], [Wire.Run], String) {
    while true {
      let tasks = try client.tasks()
      let runs = try client.runs(limit: 10_000)
      let noted = try String(contentsOfFile: notes, encoding: .utf8)
      let isOneMoment = try client.status().running == 0 && client.tasks() == tasks
      if isOneMoment { return (tasks, runs, noted) }
    }
  }

  /// Waits for all runs to end and all tasks that could begin to have begun.
  private func waitUntilNothingIsDue() throws {
    for _ in 0..<6 {
      let isQuiet = try daemon.wait { client -> Bool? in
        guard try client.status().running == 0 else { return nil }
        return try client.tasks().allSatisfy(CrashVerdict.mayWait) ? true : nil
      }
      if isQuiet != nil { return }
    }
    complain("what is due does not come to its end")
  }
}
