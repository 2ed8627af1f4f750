import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("wait-for")
struct WaitForVerbTests {
  private static func reply(unmet: [String]?) -> SchedulerMethod.GetConditions.Reply {
    .init(conditions: Samples.conditions(unmet: unmet))
  }

  /// Says that power is missing, then the network too, then only idleness, and stays connected.
  private func improving() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      exchange.reply(Self.reply(unmet: ["externalPower"]), continues: true)
      exchange.reply(Self.reply(unmet: ["externalPower", "unmeteredNetwork"]), continues: true)
      exchange.reply(Self.reply(unmet: ["idle"]), continues: true)
      exchange.waitForHangUp()
    }
  }

  /// Says that power is missing, and nothing more.
  private func stuck() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      exchange.reply(Self.reply(unmet: ["externalPower", "idle"]), continues: true)
      exchange.waitForHangUp()
    }
  }

  @Test("It becomes the program when all that it waits for holds, and not before")
  func becomes() throws {
    let run = ControlRun.run(
      ["wait-for", "--external-power", "--unmetered", "--", "sh", "-c", "true"], daemon: try improving())
    #expect(run.replacement.map { Array($0.dropFirst()) } == ["sh", "-c", "true"])
    #expect(run.replacement?[0].hasSuffix("/sh") == true)
    // The test's exec fails, as one does whose program was removed meanwhile.
    #expect(run.status == .noInput)
  }

  @Test("A program that cannot be run is refused before the wait, unless --unchecked is given")
  func missingProgram() throws {
    let words = ["wait-for", "--external-power", "--timeout", "10ms", "--on-timeout", "run"]
    let daemon = try stuck()
    let missing = "/usr/bin/no-such-program"
    let run = ControlRun.run(words + ["--", missing, "backup"], daemon: daemon)
    #expect(run.status == .noInput && run.replacement == nil && daemon.calls.isEmpty)
    #expect(
      run.errors == """
        bgtaskctl: the program \(missing) cannot be run: No such file or directory
          --unchecked waits all the same

        """)
    let directory = ControlRun.run(words + ["--", "/usr"], daemon: daemon)
    #expect(directory.errors.hasPrefix("bgtaskctl: /usr is a directory and no program\n"))
    let unchecked = ControlRun.run(words + ["--unchecked", "--", missing], daemon: daemon)
    #expect(unchecked.replacement == [missing, missing])
  }

  @Test("A script without an interpreter that the kernel refuses is told so")
  func noInterpreter() {
    let failure = ProgramPath.cannotStart(RawText("/usr/bin/script"), ENOEXEC)
    #expect(
      failure.message
        == "execve /usr/bin/script: Exec format error (a script needs #! with its interpreter at its "
        + "beginning)")
  }

  @Test("The program takes its place: output, arguments, exit status and process are its own")
  func realExec() throws {
    let daemon = try improving()
    let script = #"printf '%s|' "$0" "$@"; exit 7"#
    let result = try BuiltProgram.run(
      [
        BuiltProgram.path, "--socket", daemon.path, "wait-for", "--external-power", "--", "sh", "-c",
        script, "one", "two words", "--json",
      ])
    #expect(result.status == 7)
    #expect(result.output == "one|two words|--json|")
    #expect(result.errors.isEmpty)
  }

  @Test("Without a program it exits with 0")
  func noProgram() throws {
    #expect(ControlRun.run(["wait-for", "--network"], daemon: try improving()).status == .success)
  }

  @Test("Each option waits for its own code")
  func codes() throws {
    let codes = [
      "external-power": "externalPower", "unmetered": "unmeteredNetwork", "network": "network",
      "idle": "idle",
      "battery-not-low": "batteryNotLow", "storage-not-low": "storageNotLow",
    ]
    for (option, code) in codes.sorted(by: { $0.key < $1.key }) {
      let others = codes.values.filter { $0 != code }.sorted()
      let daemon = try FakeDaemon { exchange in
        exchange.reply(Self.reply(unmet: [code]), continues: true)
        exchange.reply(Self.reply(unmet: others), continues: true)
        exchange.waitForHangUp()
      }
      #expect(ControlRun.run(["wait-for", "--\(option)"], daemon: daemon).status == .success, "\(option)")
    }
  }

  @Test("A timeout exits with 75 and says what is missing")
  func timeout() throws {
    let run = ControlRun.run(
      ["wait-for", "--external-power", "--network", "--idle", "--timeout", "50ms", "--", "sh"],
      daemon: try stuck())
    #expect(run.status == .temporary && run.replacement == nil)
    #expect(
      run.errors.hasPrefix(
        "bgtaskctl: after 50ms it still waits for: power from outside, a machine that nobody uses\n"))
    let json = ControlRun.run(
      ["wait-for", "--external-power", "--timeout=10ms", "--json"], daemon: try stuck())
    #expect(json.errors.hasPrefix(#"{"error":"TimedOut","parameters":{},"message":"after 10ms "#))
  }

  @Test("--on-timeout run becomes the program anyway, and says so")
  func timeoutRun() throws {
    let run = ControlRun.run(
      ["wait-for", "--external-power", "--timeout", "10ms", "--on-timeout", "run", "--", "sh"],
      daemon: try stuck())
    #expect(run.replacement?.last == "sh")
    #expect(run.errors.contains("after 10ms it still waits for: power from outside; going on"))
  }

  @Test("A daemon that goes away meanwhile is found again, and that is said once")
  func reconnects() throws {
    let daemon = try FakeDaemon { exchange in
      if exchange.connection < 3 {
        exchange.reply(Self.reply(unmet: ["idle"]), continues: true)
        exchange.hangUp()
      } else {
        exchange.reply(Self.reply(unmet: []), continues: true)
      }
    }
    let run = ControlRun.run(["wait-for", "--idle"], daemon: daemon)
    #expect(run.status == .success)
    #expect(run.errors == "bgtaskctl: the daemon at \(daemon.path) is gone; waiting until it is back\n")
    #expect(daemon.calls.count == 3)
  }

  @Test("A daemon that does not come back in time is a timeout with what was missing last")
  func lostForEver() throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(Self.reply(unmet: ["idle"]), continues: true)
      exchange.hangUp()
    }
    let run = ControlRun.run(["wait-for", "--idle", "--network", "--timeout", "250ms"], daemon: daemon)
    #expect(run.status == .temporary)
    #expect(run.errors.contains("it still waits for: a machine that nobody uses\n"))
  }

  @Test(
    "A daemon that is not running to begin with is an error, not a reason to run the program",
    arguments: [
      ["--timeout=10ms"], ["--on-timeout=run"], ["--on-timeout=run", "--timeout=infinity"],
      ["--timeout=10ms", "--on-timeout=run", "--if-unavailable=fail"],
    ])
  func notRunning(options: [String]) throws {
    let run = ControlRun.run(
      ["--socket", "/nonexistent/socket", "wait-for", "--idle"] + options + ["--", "sh"])
    #expect(run.status == .unavailable && run.replacement == nil)
    #expect(run.errors.contains("start it: bgtaskd --socket /nonexistent/socket &"))
  }

  @Test("--on-timeout run runs the program when the time is over, with or without a daemon")
  func timeoutRunWithoutDaemon() throws {
    let begin = ContinuousClock.now
    let run = ControlRun.run(
      [
        "--socket", "/nonexistent/socket", "wait-for", "--external-power", "--timeout", "300ms",
        "--on-timeout=run", "--", "sh",
      ])
    #expect(run.replacement?.last == "sh" && begin.duration(to: .now) >= .milliseconds(300))
    #expect(
      run.errors.hasPrefix(
        """
        bgtaskctl: the daemon is not running: nobody listens at /nonexistent/socket; waiting for it
        bgtaskctl: after 300ms it still waits for: power from outside; going on

        """), "\(run.errors)")
  }

  @Test("A daemon that comes in time is asked as if it had been there")
  func comesInTime() throws {
    let daemon = try FakeDaemon { exchange in
      if exchange.connection == 1 {
        exchange.hangUp()
      } else {
        exchange.reply(Self.reply(unmet: []), continues: true)
      }
    }
    let run = ControlRun.run(
      ["wait-for", "--idle", "--timeout", "20s", "--on-timeout", "run", "--", "sh"], daemon: daemon)
    #expect(run.replacement?.last == "sh" && !run.errors.contains("do not hold"))
    #expect(daemon.calls.count == 2)
  }

  @Test("A daemon that cannot say what holds is an error")
  func tooOld() throws {
    let daemon = try FakeDaemon { $0.reply(Self.reply(unmet: nil), continues: true) }
    #expect(ControlRun.run(["wait-for", "--idle"], daemon: daemon).status == .unavailable)
  }

  @Test("--when waits for an expression, as the daemon says how it stands")
  func expression() throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(
        SchedulerMethod.WaitFor.Reply(
          holds: false, expression: [.init(depth: 0, text: "idle", state: .lacks)], unobserved: ["idle"]),
        continues: true)
      exchange.reply(SchedulerMethod.WaitFor.Reply(holds: true, expression: []))
    }
    let run = ControlRun.run(
      ["wait-for", "--when", "idle", "--unknown-conditions", "wait", "--", "true"], daemon: daemon)
    #expect(run.replacement?.last?.hasSuffix("true") == true)
    #expect(run.errors.hasPrefix("bgtaskctl: nothing on this machine reports idle\n"))
    #expect(daemon.calls.count == 1)
  }

  @Test(
    "What is missing when the time is over is said by conditions, or as a whole where a daemon starts",
    arguments: [
      (
        [
          .init(depth: 0, text: "all of", state: .lacks), .init(depth: 1, text: "vpn", state: .lacks),
          .init(depth: 1, text: "idle", state: .holds),
          .init(depth: 1, text: "not locked", state: .unknown),
        ], "vpn, not locked"
      ),
      ([.init(depth: 0, text: "idle", state: .holds)], "vpn and idle"),
    ] as [([Wire.ExpressionPart], String)])
  func expressionTimeout(parts: [Wire.ExpressionPart], missing: String) throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(SchedulerMethod.WaitFor.Reply(holds: false, expression: parts), continues: true)
      exchange.waitForHangUp()
    }
    let run = ControlRun.run(["wait-for", "--when", "vpn and idle", "--timeout", "50ms"], daemon: daemon)
    #expect(run.status == .temporary)
    #expect(run.errors.hasPrefix("bgtaskctl: after 50ms it still waits for: \(missing)\n"))
  }

  @Test("A daemon that does not answer in time is gone without, where that is asked for")
  func unanswered() throws {
    let daemon = try FakeDaemon { $0.waitForHangUp() }
    let run = ControlRun.run(
      ["wait-for", "--when", "idle", "--if-unavailable", "run", "--name", "a.service"], daemon: daemon)
    #expect(run.status == .success)
    #expect(run.errors.contains("there is no daemon to ask") && run.errors.hasSuffix("; going on\n"))
  }
}
