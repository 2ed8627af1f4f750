import Glibc
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("Verbs that act")
struct ActionVerbTests {
  private func obliging() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .cancel(let parameters) where parameters.identifier == "missing":
        exchange.fail(noTask: "missing")
      case .simulateLaunch(let parameters) where parameters.identifier == "missing":
        exchange.fail(noTask: "missing")
      case .cancel, .simulateExpiration: exchange.reply(Empty())
      case .list:
        var task = Samples.task("a")
        task.declaredIn = "/etc/bgtaskd/tasks.d/a.task"
        exchange.reply(tasks: [task])
      case .cancelAll: exchange.reply(SchedulerMethod.CancelAll.Reply(count: 1))
      case .simulateLaunch: exchange.reply(SchedulerMethod.SimulateLaunch.Reply(runId: Samples.runId))
      case .simulateConditions:
        exchange.reply(SchedulerMethod.SimulateConditions.Reply(conditions: Samples.conditions()))
      default: exchange.hangUp()
      }
    }
  }

  @Test("cancel ends each task that is named; one that is missing does not keep the others")
  func cancel() throws {
    let daemon = try obliging()
    let run = ControlRun.run(["cancel", "a", "missing", "b"], daemon: daemon)
    #expect(run.status == .no)
    #expect(run.output == "Cancelled a.\nCancelled b.\n")
    #expect(run.errors.hasPrefix("bgtaskctl: no task missing is pending or running\n  bgtaskctl list "))
    #expect(daemon.calls.count == 3)
    #expect(ControlRun.run(["cancel", "a", "b", "--json"], daemon: daemon).output == "{}\n{}\n")
  }

  @Test("cancel --all says how many")
  func cancelAll() throws {
    let daemon = try obliging()
    let declared = ControlRun.run(["cancel", "--all"], daemon: daemon)
    #expect(declared.lines.first == "Cancelled 1 task.")
    #expect(declared.output.contains("Files declare 1 of them: these come back when their files change"))
    #expect(ControlRun.run(["cancel", "--all", "--json"], daemon: daemon).output == "{\"count\":1}\n")
    #expect(daemon.calls == [.list(.init()), .cancelAll, .cancelAll])
  }

  @Test("run and expire")
  func runAndExpire() throws {
    let daemon = try obliging()
    #expect(
      ControlRun.run(["run", "a"], daemon: daemon).output == "Started a as run \(Samples.runId).\n")
    #expect(
      ControlRun.run(["run", "a", "--json"], daemon: daemon).output == "{\"runId\":\"\(Samples.runId)\"}\n")
    // It may be running, and has nothing to start then.
    let missing = ControlRun.run(["run", "missing"], daemon: daemon)
    #expect(missing.errors.hasPrefix("bgtaskctl: no task missing is pending\n"))
    #expect(missing.status != .success)
    #expect(ControlRun.run(["expire", "a"], daemon: daemon).output == "Told a that its time is up.\n")
    #expect(ControlRun.run(["expire", "a", "--json"], daemon: daemon).output == "{}\n")
  }

  @Test("simulate takes fields by their names, says yes as the protocol does, and clears")
  func simulate() throws {
    let daemon = try obliging()
    let run = ControlRun.run(
      ["simulate", "powerSource=battery", "idle=yes", "storageLow=off", "batteryPercent=5"], daemon: daemon)
    #expect(run.status == .success && run.output.contains("\npower "))
    #expect(
      ControlRun.run(["simulate", "--clear", "--json"], daemon: daemon).output.hasPrefix("{\"conditions\":{"))
    #expect(
      daemon.calls == [
        .simulateConditions(
          .init(conditions: [
            "powerSource": "battery", "idle": "true", "storageLow": "false", "batteryPercent": "5",
          ])), .simulateConditions(.init(conditions: [:], clear: true)),
      ])
  }

  // MARK: logs

  private func logging(inJournal: Bool) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .history(let parameters):
        let one = [Samples.run()]
        let runs =
          ["never", "nobody"].contains(parameters.identifier) ? [] : parameters.runId == nil ? one + one : one
        exchange.reply(runs: Array(runs.prefix(parameters.limit ?? 2)))
      case .status:
        exchange.reply(
          SchedulerMethod.Status.Reply(
            version: "1", startedUSec: 0, pending: 0, running: 0, reasonCodes: [], counters: [:],
            outputInJournal: inJournal))
      case .get(let parameters) where parameters.identifier == "never":
        exchange.reply(task: Samples.task("never"))
      case .list: exchange.reply(tasks: [Samples.task("nobody.else")])
      case .get(let parameters):
        exchange.fail(noTask: parameters.identifier)
      case .output:
        exchange.reply(
          SchedulerMethod.Output.Reply(
            output: "one\ntwo\u{1B}[31m\r", truncated: true, inJournal: inJournal))
      default: exchange.hangUp()
      }
    }
  }

  @Test("logs: raw where nobody looks, without commands to the terminal where somebody does")
  func logs() throws {
    let daemon = try logging(inJournal: false)
    let piped = ControlRun.run(["logs", "a"], daemon: daemon)
    #expect(piped.output == "-- the beginning is not kept --\none\ntwo\u{1B}[31m\r")
    let shown = ControlRun.run(["logs", "a"], daemon: daemon, width: 80)
    #expect(shown.output == "-- the beginning is not kept --\none\ntwo\\x1b[31m\\r\n")
    #expect(
      daemon.calls.prefix(3) == [
        .status, .history(.init(identifier: "a", limit: 1)), .output(.init(runId: Samples.runId)),
      ])
    let json = ControlRun.run(["logs", "--run", "0123", "--json"], daemon: daemon)
    #expect(json.output.contains(#""truncated":true"#))
    #expect(
      daemon.calls.suffix(2) == [
        .history(.init(runId: "0123", limit: 2)), .output(.init(runId: Samples.runId)),
      ])
    let all = ControlRun.run(["logs", "a", "--all-runs"], daemon: daemon)
    #expect(all.lines.filter { $0 == "-- run \(Samples.runId) --" }.count == 2)
  }

  @Test("logs becomes journalctl with the right match where the journal has the output")
  func logsInJournal() throws {
    let daemon = try logging(inJournal: true)
    let directory = try TemporaryFolder()
    let journalctl = try directory.write("journalctl", "#!/bin/sh\n".utf8, mode: 0o755)
    let variables = ["PATH": directory.path]
    func words(_ arguments: String...) -> [String]? {
      ControlRun.run(["logs"] + arguments, daemon: daemon, variables: variables).replacement
    }
    let begin = [journalctl, "journalctl", "--quiet"]
    // This daemon is no unit.
    let matches = JournalMatches(origin: .process(uid: geteuid()), uid: geteuid())
    let story = matches.story(of: "a", runs: [Samples.runId, Samples.runId])
    #expect(words("a") == begin + story && words("a", "--all-runs") == begin + story)
    #expect(words("--run", "01") == begin + matches.story(ofRun: Samples.runId))
    #expect(words("-f", "-n", "5", "a") == begin + ["--follow", "--lines=5"] + story)
    #expect(words("never") == begin + matches.story(of: "never", runs: []))
    let unknown = ControlRun.run(["logs", "nobody"], daemon: daemon, variables: variables)
    #expect(unknown.status == .no && unknown.replacement == nil)
    #expect(unknown.errors.contains("no task nobody is pending or running"))
    let failed = ControlRun.run(["logs", "a"], daemon: daemon, variables: variables)
    #expect(failed.status == .noInput && failed.errors.contains("execve"))
    let json = ControlRun.run(["logs", "a", "--json"], daemon: daemon, variables: variables)
    #expect(json.replacement == nil && json.output.contains(#""inJournal":true"#))
  }

  @Test("Every kind of line is asked for with fields that only journald can set")
  func trustedFields() {
    let origins: [JournalMatches.Origin] = [
      .systemUnit("bgtaskd.service"), .userUnit("bgtaskd.service", uid: 1000), .process(uid: 1000),
    ]
    for origin in origins {
      let matches = JournalMatches(origin: origin, uid: 1000)
      for words in [matches.story(of: "a", runs: ["0f"]), matches.story(ofRun: "0f")] {
        for term in words.split(separator: "+") {
          #expect(term.contains { $0.hasPrefix("_") }, "\(term)")
          // Other users have units, programs and identifiers of these names as well.
          let isOfUser = term.contains {
            $0.hasPrefix("_SYSTEMD_USER_") || $0.hasPrefix("_COMM") || $0.hasPrefix("SYSLOG_IDENTIFIER")
          }
          #expect(!isOfUser || term.contains("_UID=1000"), "\(term)")
        }
      }
    }
    #expect(
      JournalMatches(origin: origins[0], uid: 1000).story(of: "a", runs: ["0f"]) == [
        "BGTASK_IDENTIFIER=a", "_SYSTEMD_UNIT=bgtaskd.service", "+", "BGTASK_IDENTIFIER=a",
        "_SYSTEMD_SLICE=bgtask.slice", "_UID=1000", "+", "BGTASK_IDENTIFIER=a", "_PID=1", "+",
        "_SYSTEMD_UNIT=bgtask-0f.service",
      ])
    #expect(
      JournalMatches(origin: origins[1], uid: 1000).story(ofRun: "0f") == [
        "BGTASK_RUN_ID=0f", "_SYSTEMD_USER_UNIT=bgtaskd.service", "_UID=1000", "+",
        "_SYSTEMD_USER_UNIT=bgtask-0f.service", "_UID=1000",
      ])
  }

  @Test("logs says when there was no run")
  func logsMissing() throws {
    let daemon = try logging(inJournal: false)
    let run = ControlRun.run(["logs", "never"], daemon: daemon)
    #expect(run.status == .no && run.errors.contains("never has not run yet"))
    let unknown = ControlRun.run(["logs", "nobody"], daemon: daemon)
    #expect(unknown.status == .no && unknown.errors.contains("no task nobody is pending or running"))
    #expect(ControlRun.run(["logs", "-f", "nobody"], daemon: daemon).status == .no)
  }

  // MARK: help, version

  @Test("help, --help and version work without a daemon")
  func help() throws {
    let general = ControlRun.run(["help"])
    #expect(general.status == .success && ControlRun.run(["--help"]).output == general.output)
    for verb in CommandTable.verbs {
      #expect(general.output.contains("  \(verb.name)"))
      let help = ControlRun.run(["help", verb.name])
      #expect(help.output.hasPrefix("Usage: bgtaskctl \(verb.name)"))
      #expect(help.output == ControlRun.run([verb.name, "--help"]).output)
      for option in verb.options { #expect(help.output.contains(option.usage)) }
    }
    #expect(ControlRun.run(["version"]).output == "bgtaskctl \(ProductVersion.number)\n")
    #expect(
      ControlRun.run(["--version", "--json"]).output == "{\"version\":\"\(ProductVersion.number)\"}\n")
    #expect(ControlRun.run([]).status == .usage)
  }
}
