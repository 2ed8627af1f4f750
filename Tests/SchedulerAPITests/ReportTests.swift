import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("What is said of what happens")
struct ReportTests {
  @Test("The journal's catalog is what the table says; `make generate` writes it anew")
  func catalog() throws {
    let path = Repository.path("systemd/catalog/bgtaskd.catalog")
    if getenv("BGTASKD_GENERATE") != nil {
      try ReportKind.catalog.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == ReportKind.catalog, "run: make generate")
  }

  @Test("A message's id says what it is: only an accepted and a replacing request share theirs")
  func ids() {
    var kinds: [String: [ReportKind]] = [:]
    for kind in ReportKind.allCases { kind.message.map { kinds[$0.id, default: []].append(kind) } }
    #expect(kinds.values.filter { $0.count > 1 } == [[.submitted, .replaced]])
    for id in kinds.keys { #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(id)") }
    #expect(ReportKind.progress.message == nil)
  }

  @Test("Only fields that an entry can have stand in the catalog's text, and its lines fit a terminal")
  func explanations() throws {
    for message in ReportKind.allCases.compactMap(\.message) {
      for match in (message.title + message.explanation).matches(of: /@([^@\n]*)@/) {
        #expect(JournalField(rawValue: String(match.1)) != nil, "\(message.title): \(match.0)")
      }
      for line in message.explanation.split(separator: "\n") {
        #expect(line.count <= 100, "\(message.title): \(line)")
      }
    }
  }

  @Test("The events that the protocol's text lists for Watch are those of the table")
  func events() throws {
    let text = SchedulerCall.interface.text
    let begin = try #require(text.range(of: "The events:"))
    let end = try #require(text.range(of: "\n# Errors", range: begin.upperBound..<text.endIndex))
    let listed = text[begin.upperBound..<end.lowerBound].split(separator: "\n").flatMap { line in
      line.wholeMatch(of: /#     ([A-Za-z]+(?:, [A-Za-z]+)*)  +\S.*/).map {
        String($0.1).components(separatedBy: ", ")
      } ?? []
    }
    // The table is of what happens; that somebody begins to watch is told to that one only.
    #expect(Set(listed) == Set(ReportKind.allCases.compactMap(\.event) + ["began"]))
    #expect(listed.count == Set(listed).count)
  }

  private static func run(outcome: Outcome? = nil, status: Int32? = nil, reason: Reason? = nil) -> Run {
    var run = Run(
      id: RunID("0123"), taskID: TaskID(1), uid: 1000, identifier: "a.b", kind: .processing,
      attempt: 2, started: WallTime(uSec: 0))
    run.outcome = outcome
    run.success = outcome.map { $0 == .completed }
    run.exitStatus = status
    run.stopReason = reason
    return run
  }

  @Test("A slow launch is told with its run, which has its milestones, and with what is usual")
  func slowLaunch() throws {
    var run = Self.run()
    run.milestones.handled = .seconds(3)
    run.milestones.usual = .milliseconds(250)
    let report = Report(
      .slowLaunch(run, application: "m", took: .seconds(3), usual: .milliseconds(250)))
    #expect(
      report.line { _ in "" }
        == "a.b: its handler was called 3s after its launch, more than twice the usual 250ms of m."
    )
    #expect(report.priority == .warning && report.fields().contains { $0 == (.run, "0123") })
    let told = try #require(
      SchedulerMethod.Watch.Reply(report, timeUSec: 1) { task, _ in
        Wire.Task(task)
      })
    #expect(told.event == "slowLaunch" && told.run?.launch?.usualUSec == 250_000)
    #expect(told.run?.launch?.handledAfterUSec == 3_000_000)
  }

  @Test("Dates of reasons are said as all dates are")
  func datesOfReasons() {
    let reason = Reason(
      code: .backoff, message: "it has to wait", required: "2026-11-26T03:00:00Z",
      observed: "2026-11-26T02:00:00Z")
    let line = Report(.expiring(Self.run(reason: reason), grace: .seconds(5))).line {
      "@\($0.uSec / 1_000_000)"
    }
    #expect(line.hasSuffix("it has to wait (@1795662000)."), "\(line)")
  }

  @Test("A line says what happened to whom, why, and when it is due again; the fields say it to programs")
  func ended() {
    let report = Report(
      .ended(Self.run(outcome: .interrupted, status: 3), next: WallTime(uSec: 5_000_000)))
    #expect(
      report.line { "\($0.uSec / 1_000_000) s" }
        == "a.b: was interrupted (exit status 3); due again 5 s.")
    #expect(report.kind == .ended && report.priority == .notice)
    #expect(
      report.fields().map { "\($0.field.rawValue)=\($0.value)" } == [
        "BGTASK_IDENTIFIER=a.b", "BGTASK_UID=1000", "BGTASK_KIND=processing", "BGTASK_RUN_ID=0123",
        "BGTASK_OUTCOME=interrupted",
      ])
  }

  @Test("What fails to start again and again is no news, and what went well is less than what did not")
  func priorities() {
    #expect(Report(.ended(Self.run(outcome: .launchFailed), next: nil)).priority == .debug)
    #expect(Report(.ended(Self.run(outcome: .completed), next: nil)).priority == .info)
    #expect(Report(.ended(Self.run(outcome: .missed), next: nil)).priority == .warning)
    #expect(Report(.ended(Self.run(outcome: .missed), next: nil)).kind == .missed)
  }
}
