import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import Control

@Suite("metrics")
struct MetricsVerbTests {
  /// What nobody may call a task, and what would end a line, a label or the text.
  private static let hostile = "a\"} 1\nbgtaskd_up 9\r\\\u{1B}[2J# EOF\u{2028}"

  /// One task that is fine, one that fails and once did not, one that waits for something.
  private func reporting(identifier: String = "org.example.backup") throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .list:
        var failing = Samples.task("org.example.bad", reason: nil)
        failing.lastRun = Samples.run(success: false, exitStatus: 1)
        var fine = Samples.task(identifier, earliestIn: Samples.hour, reason: nil)
        fine.lastRun = Samples.run(tookUSec: 500_000)
        exchange.reply(tasks: [failing, fine], continues: true)
        exchange.reply(tasks: [Samples.task("org.example.waits")])
      case .history(let call) where call.identifier == nil:
        exchange.reply(runs: [
          Samples.run(outcome: .launchFailed), Samples.run(), Samples.run(outcome: nil), Samples.run(),
        ])
      case .history:
        var good = Samples.run("org.example.bad")
        good.endedUSec = 1_000_001
        var others = good
        others.uid = 1
        exchange.reply(runs: [Samples.run("org.example.bad", success: false, exitStatus: 1), others, good])
      default:
        exchange.reply(
          SchedulerMethod.Status.Reply(
            version: "0.1.0", startedUSec: 1_500_000, pending: 12, running: 3,
            reasonCodes: ["externalPower", "idle"], counters: ["submitted": 40, "launchFailed": 0], pid: 4711,
            storeFailure: "no space left", accounts: [.init(uid: 0, uses: ["connections": 2])],
            accountBounds: ["connections": 256], damaged: ["one", "two"]))
      }
    }
  }

  @Test("Everything that monitoring asks for is there, by name")
  func text() throws {
    let daemon = try reporting()
    let run = ControlRun.run(["metrics"], daemon: daemon)
    #expect(run.status == .success && run.errors.isEmpty)
    for line in [
      "# TYPE bgtaskd_up gauge", "# HELP bgtaskd_up Whether the daemon answered.", "bgtaskd_up 1",
      #"bgtaskd_build_info{version="0.1.0"} 1"#, "# UNIT bgtaskd_start_time_seconds seconds",
      "bgtaskd_start_time_seconds 1.500000", "bgtaskd_pending_tasks 12", "bgtaskd_running_tasks 3",
      "bgtaskd_failing_tasks 1", "bgtaskd_overdue_tasks 0", "# TYPE bgtaskd_occurrences counter",
      #"bgtaskd_occurrences_total{what="submitted"} 40"#, #"bgtaskd_waiting_tasks{reason="externalPower"} 1"#,
      #"bgtaskd_recent_runs{result="succeeded"} 2"#,
      #"bgtaskd_recent_runs{result="did not start"} 1"#, "bgtaskd_store_failing 1", "bgtaskd_room_short 0",
      "bgtaskd_damaged_records 2", #"bgtaskd_account_use{user="root",resource="connections"} 2"#,
      #"bgtaskd_account_bound{resource="connections"} 256"#, "bgtaskd_omitted_tasks 0",
      #"bgtaskd_task_last_run_succeeded{identifier="org.example.bad",user="root"} 0"#,
      #"bgtaskd_task_last_run_succeeded{identifier="org.example.backup",user="root"} 1"#,
      #"bgtaskd_task_last_success_timestamp_seconds{identifier="org.example.bad",user="root"} 1.000001"#,
      #"bgtaskd_task_last_run_timestamp_seconds{identifier="org.example.bad",user="root"} 1795244161.000000"#,
    ] {
      #expect(run.lines.contains(line), "\(line)")
    }
    #expect(run.lines.last == "# EOF" && run.output.hasSuffix("\n"))
    #expect(!run.output.contains("org.example.waits"))
    #expect(daemon.calls.contains(.list(.init(lastRuns: true))))
  }

  @Test("Those of all users are asked for where that was said")
  func allUsers() throws {
    let daemon = try reporting()
    #expect(ControlRun.run(["metrics", "--all-users"], daemon: daemon).status == .success)
    #expect(daemon.calls.contains(.list(.init(allUsers: true, lastRuns: true))))
    #expect(daemon.calls.contains(.history(.init(allUsers: true))))
  }

  @Test("A name cannot end its label, its line or the text")
  func escaping() throws {
    let run = ControlRun.run(["metrics"], daemon: try reporting(identifier: Self.hostile))
    #expect(run.lines.count { $0.hasPrefix("bgtaskd_up ") } == 1)
    #expect(run.lines.count { $0 == "# EOF" } == 1)
    #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
    let label = #"identifier="a\"} 1\\nbgtaskd_up 9\\r\\\\\\x1b[2J# EOF\\u2028""#
    #expect(run.output.contains(label), "\(run.output)")
  }

  @Test("--json has the same as one document")
  func json() throws {
    let run = ControlRun.run(["metrics", "--json"], daemon: try reporting(identifier: Self.hostile))
    struct Document: Decodable {
      struct Metric: Decodable {
        struct Sample: Decodable {
          var labels: [String: String]
          var value: Double
        }
        var name: String
        var type: String
        var unit: String?
        var samples: [Sample]
      }
      var metrics: [Metric]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(run.output.utf8.count { $0 == 0x0A } == 1)
    let metrics = Dictionary(document.metrics.map { ($0.name, $0) }) { $1 }
    #expect(metrics["bgtaskd_up"]?.samples.map(\.value) == [1])
    #expect(metrics["bgtaskd_start_time_seconds"]?.unit == "seconds")
    let results = try #require(metrics["bgtaskd_task_last_run_succeeded"]?.samples)
    #expect(results.contains { $0.labels["identifier"] == Self.hostile && $0.value == 1 })
    #expect(metrics["bgtaskd_occurrences_total"]?.type == "counter")
  }

  @Test("Of very many tasks those that need attention are told, and how many are not")
  func bounded() throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .list:
        var tasks = (0..<MetricReport.mostTasks + 5).map { number in
          var task = Samples.task("org.example.t\(number)")
          task.lastRun = Samples.run()
          return task
        }
        tasks[MetricReport.mostTasks + 4].lastRun = Samples.run(success: false, exitStatus: 1)
        exchange.reply(tasks: tasks)
      case .history: exchange.reply(runs: [])
      default: exchange.reply(Samples.status)
      }
    }
    let run = ControlRun.run(["metrics"], daemon: daemon)
    #expect(
      run.lines.count { $0.hasPrefix("bgtaskd_task_last_run_succeeded") } == MetricReport.mostTasks)
    #expect(run.output.contains("org.example.t\(MetricReport.mostTasks + 4)"))
    #expect(run.lines.contains("bgtaskd_omitted_tasks 5"))
  }

  @Test("A daemon that is not there or goes away is said in the figures and by the exit status")
  func down() throws {
    let down =
      "# TYPE bgtaskd_up gauge\n# HELP bgtaskd_up Whether the daemon answered.\nbgtaskd_up 0\n# EOF\n"
    let folder = try TemporaryFolder()
    let none = ControlRun.run(["metrics", "--socket", folder.path("none")])
    #expect(none.status == .unavailable && none.output == down && none.errors.contains("is not running"))
    let file = folder.path("x.prom")
    let written = ControlRun.run(["metrics", "--socket", folder.path("none"), "--output", file])
    #expect(written.status == .unavailable && written.output.isEmpty)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == down)
    let leaving = try FakeDaemon { exchange in
      guard case .status = exchange.call else { return exchange.hangUp() }
      exchange.reply(Samples.status)
    }
    let left = ControlRun.run(["metrics"], daemon: leaving)
    #expect(left.status == .inputOutput && left.output == down)
    let refusing = try FakeDaemon { exchange in
      guard case .status = exchange.call else {
        return exchange.fail(SchedulerInterfaceError.permissionDenied(message: "not for you"))
      }
      exchange.reply(Samples.status)
    }
    let refused = ControlRun.run(["metrics", "--all-users"], daemon: refusing)
    #expect(refused.status == .permission && refused.output.isEmpty)
  }

  @Test("A file takes the other one's place in one step, and is for everybody to read")
  func file() throws {
    let daemon = try reporting()
    let folder = try TemporaryFolder()
    let path = try folder.write("bgtaskd.prom", "old\n")
    let old = try FileHandle(forReadingFrom: URL(filePath: path))
    let mask = umask(0o077)
    let run = ControlRun.run(["metrics", "--output", path], daemon: daemon)
    umask(mask)
    #expect(run.status == .success && run.output.isEmpty)
    // Who had opened it reads what it was to the end.
    #expect(try old.readToEnd() == Data("old\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("# EOF\n"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bgtaskd.prom"])
  }

  @Test("What cannot be written, or is no file, is an error that says what to do, and leaves nothing behind")
  func unwritable() throws {
    let daemon = try reporting()
    let folder = try TemporaryFolder()
    try folder.write("folder/kept", "")
    for name in ["none/x.prom", "folder"] {
      let run = ControlRun.run(["metrics", "--output", folder.path(name)], daemon: daemon)
      #expect(run.status == .inputOutput && run.errors.contains("name a file"), "\(run.errors)")
    }
    #expect(ControlRun.run(["metrics", "--output", "/dev/null"], daemon: daemon).status == .inputOutput)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder"])
  }

  @Test("Prometheus' own reader of the format takes it", arguments: ["org.example.backup", hostile])
  func independent(identifier: String) throws {
    guard let python = Python.having("prometheus_client") else {
      leaveOut("no Python has the module prometheus_client (`make test` installs it and sets BGTASKD_PYTHON)")
      return
    }
    let text = ControlRun.run(["metrics"], daemon: try reporting(identifier: identifier)).output
    let script = """
      import sys
      from prometheus_client import openmetrics, parser
      from prometheus_client.openmetrics.parser import text_string_to_metric_families as strict
      text = sys.stdin.read()
      for read in strict, parser.text_string_to_metric_families:
          families = {family.name: family for family in read(text)}
          assert [s.value for s in families["bgtaskd_up"].samples] == [1.0]
          assert len(families["bgtaskd_task_last_run_succeeded"].samples) == 2
      print(len(families))
      """
    let run = try FinishedProgram.run(
      URL(filePath: python), Python.words(for: python) + ["-c", script], input: text)
    #expect(run.status == 0, "\(run.errors)")
  }
}
