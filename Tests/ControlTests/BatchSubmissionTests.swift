import SchedulerAPI
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("submit --file")
struct BatchSubmissionTests {
  private func line(_ identifier: String) -> String {
    #"{"identifier":"\#(identifier)","kind":"processing","command":{"argv":["/bin/true"]}}"#
  }

  /// Accepts all but what is called bad.
  private func batching() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      guard case .submitBatch(let parameters) = exchange.call else { return exchange.hangUp() }
      exchange.reply(
        SchedulerMethod.SubmitBatch.Reply(
          results: parameters.requests.map { request in
            request.identifier.hasPrefix("bad")
              ? Wire.SubmitResult(
                error: "io.bgtaskd.Scheduler.InvalidRequest", field: "identifier", message: "it is\u{1B} bad")
              : Wire.SubmitResult(task: Samples.task(request.identifier))
          }))
    }
  }

  private func run(
    _ text: String, _ daemon: FakeDaemon, _ options: String..., width: Int? = nil
  ) throws -> ControlRun {
    let directory = try TemporaryFolder()
    let path = try directory.write("requests.jsonl", text.utf8)
    return ControlRun.run(["submit", "--file", path] + options, daemon: daemon, width: width)
  }

  @Test("Requests go out in chunks, in order, and none is lost")
  func chunks() throws {
    let daemon = try batching()
    let identifiers = (0..<1234).map { "task.\($0)" }
    let run = try run(identifiers.map(line).joined(separator: "\n"), daemon)
    #expect(run.status == .success && run.output == "Submitted 1234 tasks.\n")
    var sent: [String] = []
    for case .submitBatch(let parameters) in daemon.calls { sent += parameters.requests.map(\.identifier) }
    #expect(sent == identifiers)
    #expect(daemon.calls.count == 3)
  }

  @Test("Large requests make smaller chunks")
  func largeRequests() throws {
    let daemon = try batching()
    let title = String(repeating: "t", count: 100_000)
    let text = (0..<7).map { #"{"identifier":"a\#($0)","kind":"refresh","title":"\#(title)"}"# + "\r\n\n" }
    #expect(try run(text.joined(), daemon).output == "Submitted 7 tasks.\n")
    #expect(daemon.calls.count == 3)
  }

  @Test("What is refused is named by its line, and the rest is submitted")
  func refusals() throws {
    let daemon = try batching()
    let run = try run([line("a"), "", line("bad.1"), line("c")].joined(separator: "\n") + "\n", daemon)
    #expect(run.status == .data)
    #expect(run.output == "Submitted 2 tasks; refused: 1.\n")
    #expect(run.errors == #"bgtaskctl: line 3: identifier: it is\x1b bad"# + "\n")
  }

  @Test("--json is one object with all results in the order of the lines")
  func json() throws {
    let text = (0..<600).map { line($0 == 550 ? "bad" : "t\($0)") }.joined(separator: "\n")
    let run = try run(text, try batching(), "--json")
    #expect(run.status == .data && run.lines.count == 1 && run.errors.isEmpty)
    let reply = try SchedulerMethod.SubmitBatch.Reply(json: Array(run.output.utf8))
    #expect(reply.results.count == 600)
    #expect(reply.results[550].error == "io.bgtaskd.Scheduler.InvalidRequest")
    #expect(reply.results[599].task?.request.identifier == "t599")
  }

  @Test(
    "A line that is no request is named by its number, and those around it are submitted",
    arguments: [
      ("nonsense", "line 2: found nonsense, expected an object"),
      (#"{"identifier":"x"}"#, #"line 2: kind: missing; expected one of "refresh""#),
      (#"{"identifier":"x","kind":"later"}"#, #"line 2: kind: found "later", expected one of "refresh""#),
      (
        #"{"identifier":"x","kind":"refresh","earliestBeginUSec":"2026-11-22T08:00:00Z"}"#,
        "line 2: earliestBeginUSec: found \"2026-11-22T08:00:00Z\", expected a date: a whole number of "
          + "microseconds"
      ),
      (
        #"{"identifier":"x","kind":"refresh"},{"identifier":"y","kind":"refresh"}"#,
        "line 2: found ',' at byte 35, expected the end"
      ),
      (#"[{"identifier":"x","kind":"refresh"}]"#, "line 2: found an array, expected an object"),
      ("{\"identifier\":\"x\u{0}\",\"kind\":\"refresh\"}", "line 2: it contains a NUL"),
    ])
  func noRequest(text: String, message: String) throws {
    let daemon = try batching()
    let run = try run(line("a") + "\n" + text + "\n" + line("b") + "\n", daemon)
    #expect(run.status == .data && run.errors.contains(message), "\(run.errors)")
    #expect(run.output == "Submitted 2 tasks; refused: 1.\n")
    let json = try self.run(line("a") + "\n" + text + "\n" + line("b") + "\n", daemon, "--json")
    let results = try SchedulerMethod.SubmitBatch.Reply(json: Array(json.output.utf8)).results
    #expect(results.map { $0.task?.request.identifier } == ["a", nil, "b"])
    #expect(json.status == .data && results[1].message?.hasPrefix(message.prefix(8)) == true)
  }

  @Test("A field that the protocol does not have is named by its line")
  func unknownField() throws {
    let daemon = try batching()
    let text = line("a") + "\n\n" + #"{"identifier":"x","kind":"refresh","requiresPower":true}"#
    let run = try run(text, daemon)
    #expect(
      run.status == .data && run.errors.hasPrefix("bgtaskctl: line 3: requiresPower: "), "\(run.errors)")
  }

  @Test("A line without end is refused before it fills the memory")
  func endless() throws {
    let run = try run(String(repeating: "x", count: 2_000_000), try batching())
    #expect(run.status == .data && run.errors.contains("line 1: it is longer than 921600 bytes"))
  }

  @Test("An empty file")
  func noFile() throws {
    #expect(try run("", try batching()).output == "Submitted 0 tasks.\n")
  }

  @Test("On a terminal a bar shows how far it is, and leaves no trace")
  func progress() throws {
    let text = (0..<1500).map { line("t\($0)") }.joined(separator: "\n")
    let run = try run(text, try batching(), width: 80)
    #expect(run.errors.contains("[#########---------------------]  33%  500 submitted"))
    #expect(run.errors.hasSuffix("\r\u{1B}[K"))
  }
}
