import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("bgtaskctl as a process")
struct ProcessTests {
  @Test("A real terminal gets a table of its width, colours, and nothing that it would obey")
  func terminal() throws {
    let daemon = try FakeDaemon {
      $0.reply(tasks: [
        Samples.task("org.example." + String(repeating: "long", count: 30) + "\u{1B}[2J\u{9B}31m")
      ])
    }
    let terminal = try PseudoTerminal(columns: 60)
    let arguments = [BuiltProgram.path, "--socket", daemon.path, "list"]
    let result = try BuiltProgram.run(arguments, variables: ["TERM=xterm"], terminal: terminal.terminal)
    #expect(result.status == 0)
    let text = terminal.read()
    #expect(text.contains("\u{1B}[1m") && text.contains("…"))
    #expect(!text.contains("\u{1B}[2J") && !text.contains("\u{9B}"))
    var plain = text
    for style in ["0", "1", "2", "31", "32", "33", "36"] {
      plain = plain.split(separator: "\u{1B}[\(style)m", omittingEmptySubsequences: false).joined()
    }
    #expect(plain.split(whereSeparator: \.isNewline).allSatisfy { TextWidth.of(String($0)) <= 60 })
    #expect(!plain.contains("\u{1B}"))
  }

  @Test("Dates are local: TZ decides")
  func timeZone() throws {
    let daemon = try FakeDaemon { exchange in
      if case .get(let parameters) = exchange.call {
        return exchange.fail(noTask: parameters.identifier)
      }
      guard case .submit(let parameters) = exchange.call else { return exchange.hangUp() }
      exchange.reply(
        SchedulerMethod.Submit.Reply(
          task: Wire.Task(
            request: parameters.request, uid: 0, state: .running, submittedUSec: 0, attempt: 1)))
    }
    // A rule instead of a name, so that no time zone database is needed.
    let zone = "TZ=CET-1CEST,M3.5.0,M10.5.0/3"
    let dates = [
      "2091-07-01 12:00", "2091-12-01 12:00", "2091-07-01 12:00 UTC",
      // As they are shown.
      "Sun 2091-07-01 12:00:00 CEST", "Sat 2091-12-01 12:00:00 CET",
    ]
    for date in dates {
      let result = try BuiltProgram.run(
        [
          BuiltProgram.path, "--socket", daemon.path, "submit", "-i", "a", "--earliest", date,
          "/bin/true",
        ], variables: [zone])
      #expect(result.status == 0, "\(result.errors)")
    }
    // 10:00, 11:00 and 12:00 UTC.
    let (summer, winter): (Int64, Int64) = (3_834_122_400_000_000, 3_847_345_200_000_000)
    #expect(
      daemon.submitted.map(\.earliestBeginUSec) == [summer, winter, 3_834_129_600_000_000, summer, winter])
  }

  @Test("Standard input is a file too")
  func standardInput() throws {
    let daemon = try FakeDaemon { exchange in
      guard case .submitBatch(let parameters) = exchange.call else { return exchange.hangUp() }
      exchange.reply(
        SchedulerMethod.SubmitBatch.Reply(
          results: parameters.requests.map { .init(task: Samples.task($0.identifier)) }))
    }
    let directory = try TemporaryFolder()
    let path = try directory.write("in", #"{"identifier":"a","kind":"refresh"}"#.utf8)
    let input = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let result = try BuiltProgram.run(
      [BuiltProgram.path, "--socket", daemon.path, "submit", "--file", "-"], input: input)
    #expect(result.status == 0 && result.output == "Submitted 1 task.\n")
  }

  @Test("BGTASKD_SOCKET says where the daemon is, and --socket overrides it")
  func socketVariable() throws {
    let daemon = try FakeDaemon { $0.reply(tasks: []) }
    let program = BuiltProgram.path
    let variable = try BuiltProgram.run([program, "list"], variables: ["BGTASKD_SOCKET=\(daemon.path)"])
    #expect(variable.status == 0)
    let override = try BuiltProgram.run(
      [program, "list", "--socket", daemon.path], variables: ["BGTASKD_SOCKET=/nonexistent"])
    #expect(override.status == 0)
    #expect(try BuiltProgram.run([program, "list"], variables: ["BGTASKD_SOCKET=/nonexistent"]).status == 69)
  }
}
