import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A connection that breaks loses no run")
  struct UnitConnectionTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("The bus goes away and comes back")
    func busRestart() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); exit 8")
      let quick = bench.launch("exit 9")
      #expect(bench.exit(of: quick) == .status(9))
      try bench.system.run("systemctl", "kill", "--signal=KILL", "dbus.service")
      gate.write()
      #expect(bench.end(of: run) == .status(8))
      #expect(bench.exit("exit 10") == .status(10))
    }

    @Test("The manager executes itself again, reads its units again")
    func reexecution() throws {
      for command in ["daemon-reload", "daemon-reexec"] {
        let gate = try NamedPipe(in: bench.system)
        let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); exit 11")
        try bench.system.run("systemctl", command)
        gate.write()
        #expect(bench.end(of: run) == .status(11))
        #expect(bench.exit("exit 12") == .status(12))
      }
    }

    @Test("Runs that are started while the manager executes itself again are started once")
    func launchDuringReexecution() throws {
      let counter = try NamedPipe(in: bench.system)
      // No argument with ; or $ in it: see spoiled().
      let script = "/run/\(UnitBench.newRun().text).sh"
      try "echo x >\(counter.path); exit 13".write(
        toFile: bench.system.path(script), atomically: false, encoding: .utf8)
      let runs = (0..<20).map { _ in bench.launch(arguments: ["/bin/sh", script]) }
      try bench.system.run("systemctl", "daemon-reexec")
      for run in runs {
        try #require(bench.exit(of: run) == .status(13))
      }
      var starts = ""
      while counter.hasText() { starts += counter.readPiece() ?? "" }
      #expect(starts == String(repeating: "x\n", count: 20))
    }

    @Test(
      "What systemd reads back wrong between a request and its start is not the work of a run",
      arguments: ["Reload", "Reexecute"])
    func spoiled(method: String) throws {
      #expect(bench.exit("exit 0") == .status(0))
      let output = try NamedPipe(in: bench.system)
      let bus = try BusClient(bench.system.systemBus)
      // The manager finds all of it when it goes on: first the requests, then the order to read all units
      // again, and it starts programs when it has nothing else to do.
      kill(bench.system.leader, SIGSTOP)
      // systemd 252 has the command as `echo "\$A"\; exit 13` afterwards.
      let runs = (0..<10).map { _ in
        bench.launch("echo \"$A\" >\(output.path); exit 13", environment: ["A": "a"])
      }
      #expect(bus.roundTrip())
      bus.callManager(method)
      #expect(bus.roundTrip())
      kill(bench.system.leader, SIGCONT)
      for run in runs {
        switch bench.events.next(run) {
        case .runStarted(run):
          try #require(bench.end(of: run) == .status(13))
          try #require(try output.read() == "a")
        case .launchFailed(run, let message, let isPassing):
          #expect(message.hasPrefix("systemd was reloaded while it started the unit"))
          #expect(isPassing)
          #expect(bench.areGone([UnitOfRun(task: run).name]))
        case let event: Issue.record("\(String(describing: event))")
        }
      }
      #expect(!output.hasText())
      #expect(bench.exit("exit 1") == .status(1))
    }

    @Test("A signal that looks like the manager's changes nothing")
    func forgedSignal() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); exit 14")
      // To everybody: whoever listens for it, and compares the sender, is not impressed.
      let forged = try bench.system.run(
        "busctl", "emit", "/org/freedesktop/systemd1/unit/bgtask_2d\(run.text)_2eservice",
        "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "org.freedesktop.systemd1.Unit",
        "2",
        "ActiveState", "s", "failed", "SubState", "s", "failed", "0")
      #expect(forged.status == 0)
      let forger = try BusClient(bench.system.systemBus)
      let path = try BusPath.encode("/org/freedesktop/systemd1/unit", UnitOfRun(task: run).name)
      // To every connection that there may be, by itself.
      for number in 0..<500 {
        try forger.emit(
          BusTarget(
            destination: ":1.\(number)", path: path, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged")
        ) { (writer) throws(BusError) in
          try writer.string("org.freedesktop.systemd1.Unit")
          try writer.array(of: "{sv}") { (writer) throws(BusError) in
            try writer.entry("sv") { (writer) throws(BusError) in
              try writer.string("ActiveState")
              try writer.variant("s") { (writer) throws(BusError) in try writer.string("failed") }
            }
          }
          try writer.strings([])
        }
      }
      #expect(forger.roundTrip())
      #expect(bench.exit("exit 15") == .status(15))
      #expect(bench.events.count(run) == 0)
      gate.write()
      #expect(bench.end(of: run) == .status(14))
    }
  }
}
