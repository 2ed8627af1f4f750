import SchedulerAPI
import Testing
import Varlink

@testable import Control

@Suite("Verbs inside of a task")
struct TaskVerbTests {
  private static let variables = ["BGTASK_RUN_ID": Samples.runId]

  private func obliging(defers reason: Wire.Reason? = nil) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .reportProgress, .complete: exchange.reply(Empty())
      case .shouldDefer:
        exchange.reply(SchedulerMethod.ShouldDefer.Reply(shouldDefer: reason != nil, reason: reason))
      default: exchange.hangUp()
      }
    }
  }

  @Test("progress says how far the run of BGTASK_RUN_ID is, and nothing on the output")
  func progress() throws {
    let daemon = try obliging()
    let lines = [["40", "100", "copying"], ["3", "0"], ["9", "9", "Copying", "--subtitle", "a: b"]]
    for line in lines {
      let run = ControlRun.run(["progress"] + line, daemon: daemon, variables: Self.variables)
      #expect(run.status == .success && run.output.isEmpty && run.errors.isEmpty)
    }
    #expect(
      daemon.calls == [
        .reportProgress(
          .init(
            runId: Samples.runId,
            progress: .init(completedUnitCount: 40, totalUnitCount: 100, title: "copying"))),
        .reportProgress(
          .init(runId: Samples.runId, progress: .init(completedUnitCount: 3, totalUnitCount: 0))),
        .reportProgress(
          .init(
            runId: Samples.runId,
            progress: .init(completedUnitCount: 9, totalUnitCount: 9, title: "Copying", subtitle: "a: b"))),
      ])
    let json = ControlRun.run(
      ["progress", "1", "2", "--json"], daemon: daemon, variables: Self.variables)
    #expect(json.output == "{}\n")
  }

  @Test(
    "should-defer exits with 0 and the reason when the run should come back later, with 1 when it may go on")
  func shouldDefer() throws {
    let reason = Wire.Reason(
      code: "externalPower", message: "The machine runs on battery\u{1B}[2J", required: "external",
      observed: "battery")
    let defers = try obliging(defers: reason)
    let run = ControlRun.run(["should-defer"], daemon: defers, width: 80, variables: Self.variables)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(
      run.output
        == #"The machine runs on battery\x1b[2J (externalPower: required external, observed battery)"# + "\n")
    #expect(defers.calls == [.shouldDefer(.init(runId: Samples.runId))])
    let quiet = ControlRun.run(["should-defer", "-q"], daemon: defers, variables: Self.variables)
    #expect(quiet.status == .success && quiet.output.isEmpty)
    let json = ControlRun.run(["should-defer", "--json"], daemon: defers, variables: Self.variables)
    #expect(json.status == .success && json.output.contains(#""shouldDefer":true"#))
    let told = try obliging(defers: .init(code: "simulated", message: "Its time is up"))
    #expect(
      ControlRun.run(["should-defer"], daemon: told, variables: Self.variables).output
        == "Its time is up (simulated)\n")

    let goesOn = try obliging()
    let on = ControlRun.run(["should-defer"], daemon: goesOn, variables: Self.variables)
    #expect(on.status == .no && on.output.isEmpty && on.errors.isEmpty)
    let onJSON = ControlRun.run(["should-defer", "--json"], daemon: goesOn, variables: Self.variables)
    #expect(onJSON.status == .no && onJSON.output == "{\"shouldDefer\":false}\n")
  }

  @Test("should-defer says neither 0 nor 1 when it does not know")
  func shouldDeferFails() throws {
    let over = try FakeDaemon { $0.fail(SchedulerInterfaceError.noSuchRun(runId: Samples.runId)) }
    let run = ControlRun.run(["should-defer"], daemon: over, variables: Self.variables)
    #expect(run.status == .data && run.errors.contains("the run is over: end its program"))
    let gone = ControlRun.run(["--socket", "/nonexistent/s", "should-defer"], variables: Self.variables)
    #expect(gone.status == .unavailable)
    // The others have no other use for 1.
    for verb in [["progress", "1", "2"], ["complete"]] {
      let run = ControlRun.run(verb, daemon: over, variables: Self.variables)
      #expect(run.status == .no && run.errors.contains(Samples.runId), "\(verb)")
    }
  }

  @Test("complete says success, or with --failure the opposite")
  func complete() throws {
    let daemon = try obliging()
    for words in [["complete"], ["complete", "--failure"], ["complete", "--json"]] {
      let run = ControlRun.run(words, daemon: daemon, variables: Self.variables)
      #expect(run.status == .success && run.output == (words.last == "--json" ? "{}\n" : ""))
    }
    #expect(
      daemon.calls == [true, false, true].map { .complete(.init(runId: Samples.runId, success: $0)) })
  }

  @Test("--run speaks for another run")
  func whichRun() throws {
    let daemon = try obliging()
    _ = ControlRun.run(["complete", "--run", "xyz"], daemon: daemon, variables: Self.variables)
    #expect(daemon.calls == [.complete(.init(runId: "xyz", success: true))])
  }
}
