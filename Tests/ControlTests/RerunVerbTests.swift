import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("rerun")
struct RerunVerbTests {
  /// A daemon with one run, whose task is there still or is not.
  private func daemon(
    _ task: Wire.Task?, run: Wire.Run = Samples.run(), then end: Wire.Run? = nil
  ) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .history(let parameters):
        let names = [run].filter { $0.runId.hasPrefix(parameters.runId ?? "") }
        exchange.reply(runs: names)
      case .get(let parameters):
        if let task {
          exchange.reply(task: task)
        } else {
          exchange.fail(noTask: parameters.identifier)
        }
      case .simulateLaunch: exchange.reply(SchedulerMethod.SimulateLaunch.Reply(runId: "92b1c7d0"))
      case .watch:
        if let end {
          exchange.reply(
            SchedulerMethod.Watch.Reply(event: "ended", timeUSec: ControlRun.now, run: end), continues: true)
        }
        exchange.hangUp()
      default: exchange.reply(Samples.status)
      }
    }
  }

  @Test("What waits is started now, found by the beginning of a run's name")
  func waiting() throws {
    let daemon = try daemon(Samples.task(earliestIn: Samples.hour))
    let run = ControlRun.run(["rerun", "012345"], daemon: daemon)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(run.output == "Started org.example.backup as run 92b1c7d0.\n")
    #expect(daemon.calls.last == .simulateLaunch(.init(identifier: "org.example.backup")))
    let json = ControlRun.run(["rerun", "0123", "--json"], daemon: daemon)
    #expect(json.output == "{\"runId\":\"92b1c7d0\"}\n")
  }

  @Test(
    "What runs is not started a second time",
    arguments: [.launching, .running, .expiring] as [Wire.TaskState]
  )
  func running(state: Wire.TaskState) throws {
    let daemon = try daemon(Samples.task(state: state, runningFor: Samples.hour))
    let run = ControlRun.run(["rerun", "0123"], daemon: daemon)
    #expect(run.status == .temporary)
    #expect(
      run.errors.hasPrefix(
        "bgtaskctl: org.example.backup is running now since 06:54 (1h ago), and is not started a second "
      )
    )
    #expect(run.errors.contains("bgtaskctl cancel org.example.backup ends it"))
    #expect(!daemon.calls.contains(.simulateLaunch(.init(identifier: "org.example.backup"))))
  }

  @Test("Of what is over it says that the request is gone, and what to do")
  func over() throws {
    let run = ControlRun.run(
      ["rerun", "0123"], daemon: try daemon(nil), variables: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(run.status == .no)
    #expect(
      run.errors == """
        bgtaskctl: org.example.backup is over: the daemon keeps the outcomes of its runs, but not its \
        request
          submit it again: bgtaskctl submit -i org.example.backup -- PROGRAM

        """)
  }

  @Test("Where a file declares what is over, the file is named")
  func declared() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "bgtaskd/tasks.d/org.example.backup.task", "[Task]\nCommand=/bin/true\nEvery=1d\n")
    var past = Samples.run()
    past.uid = geteuid()
    let run = ControlRun.run(
      ["rerun", "0123"], daemon: try daemon(nil, run: past), variables: ["XDG_CONFIG_HOME": folder.path])
    #expect(run.status == .no && run.errors.contains("\(file) declares it: "), "\(run.errors)")
    #expect(!run.errors.contains("submit it again"))
  }

  @Test("With --wait it is followed to its end, whose status it exits with")
  func waits() throws {
    var end = Samples.run(success: false, exitStatus: 3)
    end.runId = "92b1c7d0"
    let run = ControlRun.run(["rerun", "-w", "0123"], daemon: try daemon(Samples.task(), then: end))
    // The task that the daemon has is at its first attempt still, so nothing follows.
    #expect(run.status.rawValue == 3 && run.output.hasSuffix("It failed (exit 3), after 1min 30s.\n"))
  }

  @Test("A name that no run has is an error that says where names are")
  func unknown() throws {
    let run = ControlRun.run(["rerun", "ffff"], daemon: try daemon(nil))
    #expect(run.status == .no && run.errors.contains("no run's name begins with ffff"))
  }
}
