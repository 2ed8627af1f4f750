import Foundation
import TestSupport
import Testing

@Suite("bgtaskbench")
struct BenchmarkTests {
  private struct Report: Decodable {
    struct Figure: Decodable {
      var name: String
      var median: Double?
      var lowest: Double?
      var highest: Double?
      var measurements: Int
      var peer: String?
      var ratio: Double?
      var goal: Goal?
    }

    struct Goal: Decodable {
      var comparison: String
      var bound: Double
      var actual: Double?
      var isMet: Bool?
    }

    var figures: [Figure]

    init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

    subscript(name: String) -> Figure? { figures.first { $0.name == name } }
  }

  private static let bench = BuiltProduct.url("bgtaskbench")
  private static let ways = ["One", "Sixteen", "Pipelined64"]
  /// What programs give that may not be installed.
  private static let peers =
    ways.map { "beanstalkd" + $0 } + ways.map { "beanstalkdLazy" + $0 }
    + ["beanstalkdOneComputing", "beanstalkdPipelined64Computing", "tsp"]
  private static let own =
    ["append", "sqlite"] + ways.map { "submit" + $0 } + ["submitBatch256"]
    + ways.map { "submit\($0)Computing" }
    + ["submitBatch256Computing", "true", "bgtaskctlVersion", "bgtaskctlSubmit"]
    + ["submit", "explain", "start", "power"].flatMap { ["\($0)AmongFew", "\($0)AmongMany"] }
    + ["bytesPerTask", "restart", "firstCalls", "bytesPerRestartedTask"]
    + ["Paused", "Listed", "Reconfigured", "Cancelled"].map { "longestWhile" + $0 }
    + ["sizeDaemon", "sizeControl", "sizeTransfer", "start", "idleResident", "idleAnonymous"]
    + ["idleContextSwitches", "timerSpawn", "dueProgram", "timer", "dueHandler"]
  /// What each goal is about, and how it is judged.
  private static let goals = [
    "submitOne": "ratioAtLeast", "submitSixteen": "ratioAtLeast", "submitPipelined64": "ratioAtLeast",
    "submitBatch256": "ratioAtLeast", "submitBatch256Computing": "atMost",
    "submitPipelined64Computing": "atMost", "bgtaskctlVersion": "atMost", "firstCalls": "atMost",
    "longestWhilePaused": "atMost", "longestWhileListed": "atMost", "longestWhileReconfigured": "atMost",
    "longestWhileCancelled": "atMost", "sizeDaemon": "atMost", "sizeControl": "atMost",
    "sizeTransfer": "atMost",
    "dueProgram": "ratioAtMost", "dueHandler": "overPeerAtMost", "submitAmongMany": "ratioAtMost",
    "explainAmongMany": "ratioAtMost", "startAmongMany": "ratioAtMost", "bytesPerTask": "atMost",
    "restart": "atMost", "idleResident": "atMost", "idleContextSwitches": "atMost",
  ]

  @Test("It measures the daemon beside it with every row of the table, and leaves nothing behind")
  func measures() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("bench.json")
    let run = try FinishedProgram.run(
      Self.bench, ["--quick", "--check", "--json=\(file)", "--directory", folder.path])
    #expect(run.errors.isEmpty)
    let report = try Report(String(contentsOfFile: file, encoding: .utf8))
    #expect(Set(report.figures.map(\.name)) == Set(Self.own + Self.peers))
    #expect(report.figures.count == Self.own.count + Self.peers.count)
    // One that is asleep has no context switches, and a thousand tasks may find room in memory that is there.
    let mayBeNothing = ["idleContextSwitches", "bytesPerTask", "bytesPerRestartedTask"]
    for figure in report.figures where figure.median != nil || Self.own.contains(figure.name) {
      let median = try #require(figure.median, "\(figure.name)")
      #expect(median > 0 || mayBeNothing.contains(figure.name), "\(figure.name)")
      #expect(figure.measurements > 0)
      #expect(try #require(figure.lowest) <= median)
      #expect(median <= (try #require(figure.highest)))
    }
    let isEverythingMet = try judges(report)
    #expect(run.status == (isEverythingMet ? 0 : 1))
    // As many numbered rows, none of them too wide for a terminal.
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(run.output)")
    #expect(lines.count { $0.prefix(5).contains { $0.isNumber } } >= report.figures.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bench.json"])
  }

  /// Holds each ratio and each judgement against the medians.
  /// - Returns: Whether all goals are met.
  private func judges(_ report: Report) throws -> Bool {
    var isEverythingMet = true
    for figure in report.figures {
      let peer = try figure.peer.map { try #require(report[$0], "\(figure.name)") }?.median
      let median = figure.median
      #expect(figure.ratio == median.flatMap { median in peer.map { median / $0 } }, "\(figure.name)")
      #expect(figure.goal?.comparison == Self.goals[figure.name], "\(figure.name)")
      guard let goal = figure.goal else { continue }
      let actual: Double? =
        switch goal.comparison {
        case "atMost": median
        case "overPeerAtMost": peer.flatMap { peer in median.map { $0 - peer } }
        default: figure.ratio
        }
      #expect(goal.actual == actual, "\(figure.name)")
      let isMet = actual.map { goal.comparison == "ratioAtLeast" ? $0 >= goal.bound : $0 <= goal.bound }
      #expect(goal.isMet == isMet, "\(figure.name)")
      isEverythingMet = isEverythingMet && isMet == true
    }
    return isEverythingMet
  }

  @Test("What is not installed is a row that says so, and an error where all is to be measured")
  func missingPeers() throws {
    let folder = try TemporaryFolder()
    let nowhere = ["PATH": folder.path("nothing")]
    let quick = try FinishedProgram.run(
      Self.bench, ["--quick", "--json", "--directory", folder.path], environment: nowhere)
    #expect(quick.status == 0, "\(quick.errors)")
    let report = try Report(quick.output)
    for figure in report.figures {
      #expect((figure.median == nil) == Self.peers.contains(figure.name), "\(figure.name)")
    }
    #expect(report["submitSixteen"]?.goal?.isMet == nil)
    #expect(report["submitSixteen"]?.goal?.bound == 2.5)
    let whole = try FinishedProgram.run(Self.bench, ["--directory", folder.path], environment: nowhere)
    #expect(whole.status == 69)
    #expect(whole.output.isEmpty)
    #expect(whole.errors.contains("beanstalkd, tsp: not installed"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("What is wrong is said with a status of sysexits.h")
  func failures() throws {
    let folder = try TemporaryFolder()
    let usage = try FinishedProgram.run(Self.bench, ["--quicker"])
    #expect(usage.status == 64)
    #expect(usage.errors.contains("unknown argument --quicker"))
    let missing = try FinishedProgram.run(
      Self.bench, ["--quick", "--daemon", "/nonexistent", "--directory", folder.path])
    #expect(missing.status == 69)
    #expect(missing.errors.contains("/nonexistent"))
    // A program that ends at once instead of serving.
    let ended = try FinishedProgram.run(
      Self.bench, ["--quick", "--daemon", "/bin/false", "--directory", folder.path])
    #expect(ended.status == 69)
    #expect(ended.errors.contains("did not start"))
    let place = try FinishedProgram.run(Self.bench, ["--quick", "--directory", folder.path("nothing")])
    #expect(place.status == 71)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("Who interrupts it finds neither processes nor files left")
  func interruption() throws {
    let (folder, place) = (try TemporaryFolder(), try TemporaryFolder())
    // A daemon with a program that outlives it, and nothing to wait for but the interruption that it causes.
    let daemon = try folder.write(
      "daemon", "#!/bin/sh\nsleep 600 &\necho $! >'\(folder.path("pid"))'\nkill -INT $PPID\nwait\n",
      executable: true)
    let run = try FinishedProgram.run(
      Self.bench, ["--quick", "--daemon", daemon, "--directory", place.path])
    #expect(run.status == 128 + SIGINT)
    #expect(run.output.isEmpty)
    let text = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
    let sleeper = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(sleeper, 0) == -1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }
}
