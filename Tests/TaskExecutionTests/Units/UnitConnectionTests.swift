import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  /// These disturb the manager for everybody, so they are not run beside each other.
  @Suite("A connection that breaks loses no run", .serialized)
  struct UnitConnectionTests {
    @Test("The bus goes away and comes back")
    func busRestart() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.inside); exit 8")
      let quick = bench.launch("exit 9")
      #expect(bench.events.next(quick) == .runStarted(quick))
      #expect(bench.end(of: quick) == .status(9))
      try bench.system.run("systemctl", "kill", "--signal=KILL", "dbus.service")
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(8))
      #expect(bench.exit("exit 10") == .status(10))
    }

    @Test("The manager executes itself again, reads its units again")
    func reexecution() throws {
      let bench = try UnitBench()
      for command in ["daemon-reload", "daemon-reexec"] {
        let gate = try Fifo(bench.system)
        let run = try bench.launchAndWait("echo >$READY; read x <\(gate.inside); exit 11")
        try bench.system.run("systemctl", command)
        gate.write("go\n")
        #expect(bench.end(of: run) == .status(11))
        #expect(bench.exit("exit 12") == .status(12))
      }
    }

    @Test("Runs that are started while the manager executes itself again are started once")
    func launchDuringReexecution() throws {
      let bench = try UnitBench()
      let counter = try Fifo(bench.system)
      // Not an argument with ; or $ in it, which systemd 252 reads back wrong.
      let script = "/run/\(UnitBench.newRun().text).sh"
      try "echo x >\(counter.inside); exit 13".write(
        toFile: bench.system.path(script), atomically: false, encoding: .utf8)
      let runs = (0..<20).map { _ in bench.launch(arguments: ["/bin/sh", script]) }
      try bench.system.run("systemctl", "daemon-reexec")
      for run in runs {
        #expect(bench.events.next(run) == .runStarted(run))
        #expect(bench.end(of: run) == .status(13))
      }
      var starts = ""
      while counter.hasText { starts += counter.read() ?? "" }
      #expect(starts == String(repeating: "x\n", count: 20))
    }

    @Test("A signal that looks like the manager's changes nothing")
    func forgedSignal() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.inside); exit 14")
      // To everybody: whoever listens for it, and compares the sender, is not impressed.
      let forged = try bench.system.run(
        "busctl", "emit", "/org/freedesktop/systemd1/unit/bgtask_2d\(run.text)_2eservice",
        "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "org.freedesktop.systemd1.Unit",
        "2",
        "ActiveState", "s", "failed", "SubState", "s", "failed", "0")
      #expect(forged.status == 0)
      let queue = DispatchQueue(label: "forger")
      let answer = Box<Bool>()
      let forger = try queue.sync {
        let forger = try Bus(.bus(bench.system.systemBus), queue: queue) { _ in }
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
        // Answered when the bus has passed on all of them.
        try forger.call(
          BusTarget(
            destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId"
          )
        ) { reply in
          answer.put((try? reply.get()) != nil)
        }
        return forger
      }
      #expect(answer.take() == true)
      queue.sync { forger.close() }
      #expect(bench.exit("exit 15") == .status(15))
      #expect(bench.events.count(run) == 0)
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(14))
    }
  }
}
