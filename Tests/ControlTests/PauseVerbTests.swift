import Glibc
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("pause and resume")
struct PauseVerbTests {
  private static let hour: Int64 = 3_600_000_000
  private static let own = Wire.PausedWork(
    uid: geteuid(), identifiers: "org.example.*", sinceUSec: ControlRun.now - hour,
    untilUSec: ControlRun.now + hour, author: geteuid())
  private static let everybodys = Wire.PausedWork(kind: .refresh, sinceUSec: ControlRun.now - hour, author: 0)

  /// Pauses what it is asked to, of which so many runs go on, and has these in force.
  private func daemon(running: Int = 0, _ pauses: [Wire.PausedWork] = []) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .pause(let wish):
        let paused = Wire.PausedWork(
          uid: wish.allUsers == true ? nil : wish.uid ?? geteuid(), kind: wish.kind,
          identifiers: wish.identifiers, sinceUSec: ControlRun.now, untilUSec: wish.untilUSec,
          author: geteuid())
        exchange.reply(SchedulerMethod.Pause.Reply(paused: paused, running: running))
      case .resume(let wish):
        let ended = pauses.filter { wish.everything == true || $0.identifiers == wish.identifiers }
        exchange.reply(SchedulerMethod.Resume.Reply(resumed: ended))
      case .listPauses: exchange.reply(SchedulerMethod.ListPauses.Reply(pauses: pauses))
      case .list: exchange.reply(tasks: [])
      default: exchange.hangUp()
      }
    }
  }

  @Test(
    "What is asked is what the options say, and the answer says it again",
    arguments: [
      ("", SchedulerMethod.Pause.Parameters(), "Paused: all tasks, until bgtaskctl resume."),
      (
        "--for 1h", .init(untilUSec: ControlRun.now + hour),
        "Paused: all tasks, until 08:54 (in 1h)."
      ),
      (
        "--until 09:00 --kind refresh", .init(kind: .refresh, untilUSec: 1_795_251_600_000_000),
        "Paused: all refresh tasks, until 09:00 (in 1h 5min)."
      ),
      (
        "org.example.* --stop", .init(identifiers: "org.example.*", stop: true),
        "Paused: org.example.*, until bgtaskctl resume."
      ),
      (
        "--all-users", .init(allUsers: true), "Paused: all tasks of all users, until bgtaskctl resume."
      ),
      (
        "--of-user 4711 --kind processing a", .init(identifiers: "a", kind: .processing, uid: 4711),
        "Paused: processing tasks a of 4711, until bgtaskctl resume."
      ),
    ])
  func pauses(options: String, parameters: SchedulerMethod.Pause.Parameters, line: String) throws {
    let daemon = try daemon()
    let run = ControlRun.run(["pause"] + options.split(separator: " ").map(String.init), daemon: daemon)
    #expect(run.status == .success && run.lines.first == line, "\(run.output)\(run.errors)")
    #expect(daemon.calls.first == .pause(parameters))
  }

  @Test("A name that no task has is told of, whether all is well or it is a slip")
  func unknownNames() throws {
    let told = "No task has this name now; the pause waits for those that come."
    for (name, isTold) in [("there", false), ("run-once", false), ("nowhere", true), ("*", false)] {
      let daemon = try FakeDaemon { exchange in
        switch exchange.call {
        case .pause(let wish):
          let paused = Wire.PausedWork(identifiers: wish.identifiers, sinceUSec: ControlRun.now, author: 0)
          exchange.reply(SchedulerMethod.Pause.Reply(paused: paused, running: 0))
        case .get(let wish) where wish.identifier == "there":
          exchange.reply(task: Samples.task("there"))
        case .get(let wish): exchange.fail(noTask: wish.identifier)
        case .history(let wish):
          let runs = wish.identifier == "run-once" ? [Samples.run("run-once")] : []
          exchange.reply(runs: runs)
        case .list: exchange.reply(tasks: [Samples.task("there")])
        default: exchange.hangUp()
        }
      }
      let run = ControlRun.run(["pause", name], daemon: daemon)
      #expect(run.status == .success && run.lines.contains(told) == isTold, "\(name): \(run.output)")
    }
  }

  @Test("What runs is spoken of: it goes on, or is told to stop")
  func running() throws {
    let goesOn = ControlRun.run(["pause"], daemon: try daemon(running: 1))
    #expect(goesOn.lines.last == "1 run goes on (--stop ends that).")
    let told = ControlRun.run(["pause", "--stop"], daemon: try daemon(running: 2))
    #expect(told.lines.last == "2 runs told to stop.")
  }

  @Test("resume ends all of them, or the one that was made so, and says which there are when there is none")
  func resume() throws {
    let daemon = try daemon([Self.everybodys, Self.own])
    let all = ControlRun.run(["resume"], daemon: daemon)
    #expect(all.lines == ["Resumed: all refresh tasks of all users.", "Resumed: org.example.*."])
    let one = ControlRun.run(["resume", "org.example.*"], daemon: daemon)
    #expect(one.status == .success && one.lines == ["Resumed: org.example.*."])
    let none = ControlRun.run(["resume", "org.example.backup"], daemon: daemon)
    #expect(none.status == .no && none.errors.contains("no pause of org.example.backup is in force"))
    #expect(none.errors.contains("these are paused: all refresh tasks of all users; org.example.*"))
    #expect(
      daemon.calls.prefix(2) == [
        .resume(.init(everything: true)), .resume(.init(identifiers: "org.example.*")),
      ])
    let nothing = ControlRun.run(["resume"], daemon: try self.daemon())
    #expect(nothing.status == .success && nothing.output == "Nothing is paused.\n")
  }

  @Test("Who may not resume what holds the work back is told who said so")
  func notOnes() throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .resume: exchange.reply(SchedulerMethod.Resume.Reply(resumed: []))
      default: exchange.reply(SchedulerMethod.ListPauses.Reply(pauses: [Self.everybodys]))
      }
    }
    let run = ControlRun.run(["resume"], daemon: daemon)
    #expect(run.output.hasPrefix("Not yours to resume: all refresh tasks of all users, until"))
    #expect(run.output.hasSuffix("by root.\n"))
  }

  @Test("list begins with what is paused, and pause --list says it whole", arguments: [60, 80, 140])
  func shown(width: Int) throws {
    let daemon = try daemon([Self.everybodys, Self.own])
    let list = ControlRun.run(["list"], daemon: daemon, width: width)
    let ending = width == 60 ? ["bgtaskctl", "resume"].joined(separator: "\n") : "bgtaskctl resume"
    #expect(
      list.output.hasPrefix(
        "Paused: all refresh tasks of all users, until \(ending)\n"
          + "Paused: org.example.*, until 08:54 (in 1h)\n"))
    let paused = ControlRun.run(["pause", "--list"], daemon: daemon, width: width)
    #expect(paused.lines.last == "org.example.*, until 08:54 (in 1h), since 06:54")
    let json = ControlRun.run(["pause", "--list", "--json"], daemon: daemon)
    #expect(json.output.contains(#""identifiers":"org.example.*""#))
    #expect(ControlRun.run(["pause", "--list"], daemon: try self.daemon()).output == "Nothing is paused.\n")
  }
}
