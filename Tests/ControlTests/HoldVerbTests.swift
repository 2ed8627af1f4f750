import Foundation
import Glibc
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("hold")
struct HoldVerbTests {
  private static let confirmed = SchedulerMethod.BeginAssertion.Reply(
    remainingDurationUSec: 30_000_000, graceDurationUSec: 200_000)

  /// Holds, and remembers what was asked.
  private func holding(_ asked: Mailbox<SchedulerMethod.BeginAssertion.Parameters>? = nil) throws
    -> FakeDaemon
  {
    try FakeDaemon { exchange in
      guard case .beginAssertion(let parameters) = exchange.call else { return }
      asked?.append(parameters)
      exchange.reply(Self.confirmed, continues: true)
      exchange.waitForHangUp()
    }
  }

  /// Says that the machine goes, when the program has opened the pipe.
  private func leaving(_ pipe: String, graceUSec: Int64) throws -> FakeDaemon {
    #expect(mkfifo(pipe, 0o600) == 0)
    return try FakeDaemon { exchange in
      exchange.reply(Self.confirmed, continues: true)
      close(open(pipe, O_RDONLY))
      exchange.reply(
        SchedulerMethod.BeginAssertion.Reply(
          remainingDurationUSec: 0, graceDurationUSec: graceUSec,
          reason: Wire.Reason(code: "sleep", message: "the machine goes to sleep")), continues: true)
      exchange.waitForHangUp()
    }
  }

  private func run(_ daemon: FakeDaemon, _ words: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run([BuiltProgram.path, "--socket", daemon.path, "hold"] + words)
  }

  @Test("The program runs while it is held: output, arguments and exit status are its own, and nothing else")
  func status() throws {
    let asked = Mailbox<SchedulerMethod.BeginAssertion.Parameters>()
    let daemon = try holding(asked)
    let result = try run(
      daemon, "--limit", "1min", "--", "sh", "-c", #"printf '%s|' "$0" "$@"; exit 7"#, "one", "two words")
    #expect(result.status == 7)
    #expect(result.output == "one|two words|")
    #expect(result.errors.isEmpty)
    #expect(asked.next() == .init(why: "sh", limitDurationUSec: 60_000_000))
    _ = try run(daemon, "--why", "a backup", "--", "true")
    #expect(asked.next() == .init(why: "a backup", limitDurationUSec: 30_000_000))
  }

  @Test("Where no logind lets the machine wait, that is said, and the program runs")
  func unwaited() throws {
    let daemon = try FakeDaemon { exchange in
      var reply = Self.confirmed
      reply.isWaitedFor = false
      exchange.reply(reply, continues: true)
      exchange.waitForHangUp()
    }
    let result = try run(daemon, "--", "sh", "-c", "exit 7")
    #expect(result.status == 7)
    #expect(
      result.errors
        == """
        bgtaskctl: the machine does not wait for the program: no logind tells bgtaskd before it sleeps; \
        the daemon's log says what is missing

        """)
  }

  @Test("A program that a signal ends ends it with 128 and the signal")
  func signalled() throws {
    #expect(try run(holding(), "--", "sh", "-c", "kill -KILL $$").status == 128 + SIGKILL)
  }

  @Test(
    "When it is told to end, the program gets SIGTERM, and is killed where it does not end within its grace",
    arguments: [("echo stopped; exit 3", 15_000_000, 3, "stopped\n"), ("", 200_000, 128 + SIGKILL, "")]
      as [(String, Int64, Int32, String)])
  func told(trap: String, graceUSec: Int64, status: Int32, output: String) throws {
    let pipe = try TemporaryFolder()
    let path = pipe.path("ready")
    let result = try run(
      leaving(path, graceUSec: graceUSec), "--", "sh", "-c",
      "trap '\(trap)' TERM; : > \(path); while :; do sleep 0.01; done")
    #expect(result.status == status)
    #expect(result.output == output)
  }

  @Test("What comes together with the confirmation is not missed")
  func toldAtOnce() throws {
    let daemon = try FakeDaemon { exchange in
      let told = SchedulerMethod.BeginAssertion.Reply(
        remainingDurationUSec: 0, graceDurationUSec: 100_000,
        reason: Wire.Reason(code: "sleep", message: "the machine goes to sleep"))
      exchange.send(Message.reply(Self.confirmed, continues: true) + Message.reply(told, continues: true))
      exchange.waitForHangUp()
    }
    #expect(try run(daemon, "--", "sh", "-c", "while :; do sleep 0.01; done").status > 128)
  }

  @Test("Signals are passed on")
  func signals() throws {
    let daemon = try holding()
    for (name, number) in [("TERM", SIGTERM), ("HUP", SIGHUP), ("USR1", SIGUSR1), ("USR2", SIGUSR2)] {
      let script = "trap 'exit 9' \(name); echo $PPID; while :; do sleep 0.01; done"
      let path = BuiltProgram.path
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = ["--socket", daemon.path, "hold", "--", "sh", "-c", script]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let pid = try #require(Int32(line.dropLast()))
      #expect(pid == process.processIdentifier)
      #expect(kill(pid, number) == 0)
      process.waitUntilExit()
      #expect(process.terminationStatus == 9, "\(name)")
    }
  }

  @Test("Without a daemon it says so, and runs the program all the same, unless it is not to")
  func withoutDaemon() throws {
    let path = try TemporaryFolder().path("nobody")
    let program = BuiltProgram.path
    let result = try BuiltProgram.run([program, "--socket", path, "hold", "--", "sh", "-c", "exit 5"])
    #expect(result.status == 5)
    #expect(
      result.errors.hasPrefix(
        "bgtaskctl: the machine does not wait for the program (the daemon is not running: "))
    let refusing = try BuiltProgram.run([
      program, "--socket", path, "hold", "--if-unavailable", "fail", "--", "sh", "-c", "exit 5",
    ])
    #expect(refusing.status == ExitStatus.unavailable.rawValue)
  }

  @Test("A daemon that refuses what it is asked is there: the program does not run without being held")
  func refused() throws {
    let daemon = try FakeDaemon {
      $0.fail(SchedulerInterfaceError.invalidRequest(field: "why", message: "no"))
    }
    let result = try run(daemon, "--", "echo", "it runs")
    #expect(result.status == ExitStatus.data.rawValue && result.output.isEmpty)
    #expect(result.errors.hasPrefix("bgtaskctl: why: no\n"), "\(result.errors)")
    // One that cannot do it now is none for this program.
    let full = try FakeDaemon { $0.fail(SchedulerInterfaceError.unavailable(message: "the machine goes")) }
    let unheld = try run(full, "--", "echo", "it runs")
    #expect(unheld.status == 0 && unheld.output == "it runs\n")
    #expect(
      unheld.errors.contains("the machine does not wait for the program (the machine goes)"),
      "\(unheld.errors)")
  }

  @Test("A program whose name is no line of text is held all the same")
  func oddName() throws {
    let asked = Mailbox<SchedulerMethod.BeginAssertion.Parameters>()
    let daemon = try holding(asked)
    let folder = try TemporaryFolder()
    let path = folder.path("") + "/a\u{1B}b"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/bin/true")
    #expect(try run(daemon, "--", path).status == 0)
    #expect(asked.next()?.why == "a b")
  }

  @Test("A daemon that ends meanwhile is told of, and the program goes on")
  func daemonGone() throws {
    let folder = try TemporaryFolder()
    let gone = folder.path("gone")
    #expect(mkfifo(gone, 0o600) == 0)
    let daemon = try FakeDaemon { exchange in
      exchange.reply(Self.confirmed, continues: true)
      exchange.hangUp()
      try? "now\n".write(toFile: gone, atomically: false, encoding: .utf8)
    }
    let result = try run(daemon, "--", "sh", "-c", "read line < \(gone); exit 4")
    #expect(result.status == 4)
    #expect(
      result.errors == "bgtaskctl: the daemon is gone: the machine does not wait for the program any more\n")
  }

  @Test("Who is held is listed, and as JSON")
  func listed() throws {
    let daemon = try LaptopDay.daemon()
    let table = ControlRun.run(["list", "--held"], daemon: daemon)
    #expect(table.output.contains("uploading holiday.zip"))
    #expect(!table.output.contains("nightly report"))
    let json = ControlRun.run(["list", "--held", "--json"], daemon: daemon)
    #expect(json.output.hasPrefix(#"{"assertions":[{"#))
    #expect(ControlRun.run(["list"], daemon: daemon).output.contains("HELD FOR"))
  }
}
