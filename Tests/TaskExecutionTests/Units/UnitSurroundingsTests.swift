import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A transient unit's program finds what it was promised")
  struct UnitSurroundingsTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    /// What a systemd or a shell might make something of.
    static let awkward = [
      "", " ", "a b", "'", "\"", "\\", "\\n", "$HOME", "${HOME}", "$$", "$", "%", "%n", "%%", "%i %h",
      "\n", "\t", "line\nbreak", ";", "&", "|", "*", "~", "#", "@x", "-x", "+x", "!x", ":x",
      "é", "日本", "🐟", "\u{7F}", "\u{1}", "\u{1B}[31m", "\r\n", " lead", "trail ", "\u{FEFF}",
      "\u{10FFFD}",
    ]

    @Test("Arguments arrive byte for byte")
    func arguments() throws {
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch(
        arguments: ["/bin/sh", "-c", "printf '%s\\0' \"$@\" >\(fifo.path)", "sh"] + Self.awkward)
      #expect(bench.exit(of: run) == .status(0))
      #expect(fifo.readPiece() == Self.awkward.map { $0 + "\0" }.joined())
    }

    @Test("The environment arrives byte for byte, with what systemd adds and nothing else")
    func environment() throws {
      var variables = [
        "PATH": TaskEnvironment.path, "LANG": "C", "HOME": "/x", "USER": "y", "LOGNAME": "z", "SHELL": "",
      ]
      for (number, value) in Self.awkward.enumerated() { variables["V_\(number)"] = value }
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch("exec cat /proc/self/environ >\(fifo.path)", environment: variables)
      #expect(bench.exit(of: run) == .status(0))
      var found: [String: String] = [:]
      for line in try #require(fifo.readPiece()).split(separator: "\0") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        found[String(parts[0])] = String(parts[1])
      }
      for name in ["INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID"] {
        #expect(found.removeValue(forKey: name) != nil)
      }
      // The shell's own.
      for name in ["PWD", "OLDPWD", "SHLVL", "_"] { found[name] = nil }
      #expect(found == variables)
    }

    @Test("It runs as its user, with that user's groups and home")
    func user() throws {
      let tester = try Account.tester(bench.system)
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch("{ id -u; id -G; pwd; } >\(fifo.path)", uid: tester.uid, directory: nil)
      #expect(bench.exit(of: run) == .status(0))
      #expect(fifo.readPiece() == "\(tester.uid)\n\(tester.groups)\n\(tester.home)\n")
    }

    @Test("systemd sets what belongs to the user")
    func login() throws {
      let tester = try Account.tester(bench.system)
      for (uid, home, name, shell) in [
        (tester.uid, tester.home, "tester", "/bin/sh"), (0, "/root", "root", "/bin/bash"),
      ] {
        let run = bench.launch(
          arguments: ["/usr/bin/printenv", "HOME", "USER", "LOGNAME", "SHELL"], uid: uid)
        #expect(bench.exit(of: run) == .status(0))
        #expect(try bench.journal(run) == [home, name, name, shell])
      }
    }

    @Test("Root's programs run as root, in root's home")
    func root() throws {
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch("{ id -u; id -G; pwd; } >\(fifo.path)", directory: nil)
      #expect(bench.exit(of: run) == .status(0))
      #expect(fifo.readPiece() == "0\n0\n/root\n")
    }

    @Test("The unit has the properties of the design")
    func properties() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000", grace: .seconds(4))
      let expected = [
        "Slice": "bgtask.slice", "Type": "exec", "CPUWeight": "idle", "IOWeight": "1",
        "KillMode": "control-group",
        "TimeoutStopUSec": "4s", "SendSIGKILL": "yes", "OOMPolicy": "stop", "RemainAfterExit": "yes",
        "SyslogIdentifier": UnitBench.identifier, "Description": "bgtaskd: \(UnitBench.identifier)",
        "IgnoreSIGPIPE": "no", "CollectMode": "inactive", "User": "0", "StandardOutput": "journal",
        "ControlGroup": "/bgtask.slice/bgtask-\(run.text).service",
      ]
      for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
        let found = try bench.property(name, run)
        #expect(found == value, "\(name)")
      }
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
    }

    @Test("An application's program has a name of its own")
    func application() throws {
      let run = try bench.launchAndWait(
        "cat /proc/self/cgroup >$READY; exec sleep 1000", outlivesDaemon: true)
      let group = bench.system.controlGroupFolder("/bgtask.slice/bgtask-app-\(run.text).service")
      #expect(FileManager.default.fileExists(atPath: group))
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
    }

    @Test("A process is known by its control group, whatever it does")
    func programOfProcess() throws {
      let run = try bench.launchAndWait("setsid sh -c 'echo >$0; sleep 1000' $READY")
      let pids = bench.processes(run)
      #expect(pids.count >= 2)
      for pid in pids { #expect(bench.onQueue { bench.executor.program(of: pid) } == run) }
      #expect(bench.onQueue { bench.executor.program(of: getpid()) } == nil)
      #expect(bench.onQueue { bench.executor.program(of: bench.system.leader) } == nil)
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) != nil)
    }

    @Test("A control group that a user has named like another's run is not that run")
    func forgedGroup() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      let forged = bench.system.controlGroupFolder("/forged.slice/bgtask.slice/\(UnitOfRun(task: run).name)")
      try FileManager.default.createDirectory(atPath: forged, withIntermediateDirectories: true)
      let stranger = Process()
      stranger.executableURL = URL(filePath: "/bin/sleep")
      stranger.arguments = ["1000"]
      try stranger.begin()
      try Data("\(stranger.processIdentifier)".utf8).write(to: URL(filePath: forged + "/cgroup.procs"))
      #expect(bench.onQueue { bench.executor.program(of: stranger.processIdentifier) } == nil)
      kill(stranger.processIdentifier, SIGKILL)
      stranger.waitUntilExit()
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) != nil)
    }

    @Test("An identifier is a text and nothing else, and stays so when systemd reads the unit again")
    func identifiers() throws {
      let identifier = "org.example.%n$HOME${HOME};`[Service]é🐟=x#"
      let run = try bench.launchAndWait(
        "echo >$READY; echo first; exec sleep 1000", identifier: identifier)
      for _ in 0..<2 {
        #expect(try bench.property("SyslogIdentifier", run) == identifier)
        #expect(try bench.property("Description", run) == "bgtaskd: \(identifier)")
        #expect(try bench.property("LogExtraFields", run).contains("BGTASK_IDENTIFIER=\(identifier)"))
        try bench.system.run("systemctl", "daemon-reload")
      }
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
      try bench.system.run("journalctl", "--sync")
      let text = try bench.system.run(
        "journalctl", "-q", "--output=cat", "BGTASK_IDENTIFIER=\(identifier)", "BGTASK_RUN_ID=\(run.text)",
        "SYSLOG_IDENTIFIER=\(identifier)"
      ).output
      #expect(text == "first\n")
    }

    @Test("What it writes is in the journal under its run, with both fields")
    func journal() throws {
      let run = bench.launch("echo one; echo two >&2; printf '<3>three\\nfour'")
      #expect(bench.exit(of: run) == .status(0))
      #expect(try bench.journal(run).sorted() == ["four", "one", "three", "two"])
      let text = try bench.system.run(
        "journalctl", "-q", "--output=json", "BGTASK_RUN_ID=\(run.text)",
        "BGTASK_IDENTIFIER=\(UnitBench.identifier)", "SYSLOG_IDENTIFIER=\(UnitBench.identifier)", "PRIORITY=3"
      ).output
      #expect(text.contains("\"three\""))
      #expect(text.split(separator: "\n").count == 1)
    }
  }
}
