import Dispatch
import SchedulerAPI
import Testing

@testable import Control

@Suite("Waiting for an answer")
struct AnswerWaitTests {
  /// Asks a daemon that answers when somebody has looked twice at how it is; where nobody should look, when
  /// nobody has for longer than the line is late.
  private static func run(
    width: Int?, variables: [String: String] = ["TERM": "xterm"]
  ) throws -> ControlRun {
    let looked = DispatchSemaphore(value: 0)
    let isSilent = width == nil || variables["TERM"] == "dumb"
    let daemon = try FakeDaemon { exchange in
      if isSilent {
        #expect(looked.wait(timeout: .now() + 1.5) == .timedOut)
      } else {
        for _ in 1...2 { looked.wait() }
      }
      exchange.reply(tasks: [Samples.task("org.example.a")])
    }
    return ControlRun.run(
      ["list"], daemon: daemon, width: width, variables: variables,
      daemonStatus: {
        looked.signal()
        return "Starting: 3 of 9 tasks have their places"
      })
  }

  @Test("On a terminal a line says how far the daemon is, and goes when the answer comes")
  func line() throws {
    let run = try Self.run(width: 100)
    #expect(run.status == .success)
    #expect(
      run.errors.hasPrefix(
        "\u{1B}[2KWaiting for the daemon. Starting: 3 of 9 tasks have their places\n\u{1B}[J"))
    #expect(run.errors.hasSuffix("\u{1B}[1A\u{1B}[J"))
    #expect(run.output.contains("org.example.a"))
  }

  @Test("The line is cut to the terminal's width")
  func cut() throws {
    let run = try Self.run(width: 40)
    #expect(run.errors.hasPrefix("\u{1B}[2KWaiting for the daemon. Starting: 3 of …\n"))
  }

  @Test("So it does for who waits for conditions, or collects figures", arguments: ["wait-for", "metrics"])
  func others(_ verb: String) throws {
    let looked = DispatchSemaphore(value: 0)
    let daemon = try FakeDaemon { exchange in
      for _ in 1...2 { looked.wait() }
      exchange.hangUp()
    }
    let run = ControlRun.run(
      verb == "wait-for" ? [verb, "--network", "--timeout=1min"] : [verb], daemon: daemon, width: 100,
      variables: ["TERM": "xterm"],
      daemonStatus: {
        looked.signal()
        return "Starting: 3 of 9 tasks have their places"
      })
    #expect(run.status != .success)
    #expect(run.errors.contains("Waiting for the daemon. Starting: 3 of 9 tasks have their places\n"))
  }

  @Test("Who watches waits for what happens, not for the daemon")
  func watching() throws {
    let answered = DispatchSemaphore(value: 0)
    let daemon = try FakeDaemon { exchange in
      guard case .watch = exchange.call else { return exchange.reply(Samples.status) }
      #expect(answered.wait(timeout: .now() + 1.5) == .timedOut)
      exchange.hangUp()
    }
    let run = ControlRun.run(
      ["watch", "--json"], daemon: daemon, width: 100, variables: ["TERM": "xterm"],
      daemonStatus: {
        answered.signal()
        return nil
      })
    #expect(!run.errors.contains("Waiting for the daemon"))
  }

  @Test("Nothing is said where nobody looks, or nothing can be taken away again")
  func silence() throws {
    #expect(try Self.run(width: nil).errors.isEmpty)
    #expect(try Self.run(width: 100, variables: ["TERM": "dumb"]).errors.isEmpty)
  }
}
