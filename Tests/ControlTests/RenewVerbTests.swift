import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("renew, and what is said of leases")
struct RenewVerbTests {
  private static func daemon(left: Int64?) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      var task = Samples.task("a", reason: "it needs external power")
      task.trustedForDurationUSec = left
      switch exchange.call {
      case .renewLease(let parameters):
        guard parameters.identifier == "a" else { return exchange.fail(noTask: parameters.identifier) }
        exchange.reply(Empty())
      case .submit: exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      case .list: exchange.reply(tasks: [task])
      case .get: exchange.reply(task: task)
      case .explain:
        exchange.reply(
          SchedulerMethod.Explain.Reply(
            canProceed: false,
            reasons: [Wire.Reason(code: "externalPower", message: "it needs external power")],
            trustedForDurationUSec: left))
      default: exchange.hangUp()
      }
    }
  }

  /// The end of the lease that was asked for, as a length from now.
  private static func length(_ daemon: FakeDaemon) -> Int64? {
    for call in daemon.calls {
      switch call {
      case .renewLease(let parameters): return parameters.trustedUntilUSec - Context.ofProcess().boot()
      case .submit(let parameters):
        return parameters.request.trustedUntilUSec.map { $0 - Context.ofProcess().boot() }
      default: continue
      }
    }
    return nil
  }

  @Test(
    "renew says until when the task is trusted, as a reading of CLOCK_BOOTTIME", arguments: ["50s", "5min"])
  func renew(text: String) throws {
    let daemon = try Self.daemon(left: nil)
    let run = ControlRun.run(["renew", "a", text], daemon: daemon)
    #expect(run.status == .success && run.output == "a is trusted for \(text) more.\n", "\(run.output)")
    let asked: Int64 = text == "50s" ? 50_000_000 : 300_000_000
    #expect(Self.length(daemon).map { (asked - 10_000_000...asked).contains($0) } == true)
    let json = ControlRun.run(["renew", "a", text, "--json"], daemon: daemon)
    #expect(json.output == "{}\n")
    let unknown = ControlRun.run(["renew", "b", text], daemon: daemon)
    #expect(unknown.status == .no || unknown.errors.contains("no task b"))
  }

  @Test("What is refused is said in the words of the command line")
  func refused() throws {
    for (field, message, words) in [
      (
        "identifier", "found a task without a lease, allowed is one that was submitted with trustedUntilUSec",
        "ID: found a task without a lease, allowed is one that was submitted with --trusted-for"
      ), ("trustedUntilUSec", "found a point 2d ahead", "LENGTH: found a point 2d ahead"),
    ] {
      let daemon = try FakeDaemon {
        $0.fail(SchedulerInterfaceError.invalidRequest(field: field, message: message))
      }
      let run = ControlRun.run(["renew", "a", "50s"], daemon: daemon)
      #expect(run.status == .data)
      #expect(
        run.unwrappedErrors
          == "bgtaskctl: \(words) bgtaskctl submit --trusted-for hands a task in with a lease")
    }
  }

  @Test("submit --trusted-for makes the length such a reading")
  func submit() throws {
    let daemon = try Self.daemon(left: nil)
    let run = ControlRun.run(
      ["submit", "-i", "a", "--trusted-for", "1min", "--", "/bin/true"], daemon: daemon)
    #expect(run.status == .success, "\(run.errors)")
    #expect(Self.length(daemon).map { (50_000_000...60_000_000).contains($0) } == true)
  }

  @Test("list, show and explain say for how long the task is trusted, or that its lease is over")
  func shown() throws {
    let daemon = try Self.daemon(left: 41_000_000)
    let list = ControlRun.run(["list"], daemon: daemon)
    #expect(list.output.contains("it needs external power; trusted for 41s more"), "\(list.output)")
    #expect(ControlRun.run(["show", "a"], daemon: daemon).output.contains("Trusted: for 41s more\n"))
    #expect(
      ControlRun.run(["explain", "a"], daemon: daemon).output.contains(
        "It is trusted for 41s more, unless bgtaskctl renew changes that.\n"))
    let over = try Self.daemon(left: 0)
    #expect(
      ControlRun.run(["show", "a"], daemon: over).output.contains("Trusted: no more: its lease is over\n"))
    #expect(ControlRun.run(["explain", "a"], daemon: over).output.contains("Its lease is over: "))
    let without = try Self.daemon(left: nil)
    for words in [["list"], ["show", "a"], ["explain", "a"]] {
      #expect(!ControlRun.run(words, daemon: without).output.contains("rusted"))
    }
  }

  @Test("A run that has lost its lease is said to have, in history")
  func history() throws {
    var run = Samples.run("a")
    run.outcome = .leaseLost
    run.success = false
    run.stopReason = Wire.Reason(code: "leaseLost", message: "its lease is over")
    let result = RunResult(run)
    #expect(result.words == "lost its lease" && result.isFailure && !result.isSuccess)
  }
}
