import Foundation
import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("Nobody else can read what a run's environment holds")
  struct UnitEnvironmentTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    private static let secret = "hunter2-of-the-test"

    /// The files that are there now.
    private func files() -> [String] {
      DirectoryReader.names(in: bench.system.path(UnitBench.environments))
    }

    /// All that another user can find out about a unit.
    private func publicWords(_ run: RunID) throws -> String {
      let unit = UnitOfRun(task: run).name
      let script = """
        systemctl show \(unit); systemctl cat \(unit); cat /run/systemd/transient/\(unit)
        busctl introspect --no-pager org.freedesktop.systemd1 \
          /org/freedesktop/systemd1/unit/bgtask_2d\(run.text)_2eservice
        cat \(UnitBench.environments)/* /proc/[0-9]*/environ
        ls -la \(UnitBench.environments)
        """
      return try bench.system.run("runuser", "-u", "tester", "--", "sh", "-c", script).output
    }

    @Test("Not while it runs, over the bus or in any file; and the program has it")
    func running() throws {
      _ = try Account.tester(bench.system)
      let output = try NamedPipe(in: bench.system)
      let gate = try NamedPipe(in: bench.system)
      let run = bench.launch(
        "echo $SECRET >\(output.path); read x <\(gate.path)",
        environment: ["PATH": TaskEnvironment.path, "SECRET": Self.secret])
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(try output.read() == Self.secret)
      let words = try publicWords(run)
      #expect(words.contains("Id=\(UnitOfRun(task: run).name)"))
      #expect(!words.contains(Self.secret))
      // The program has it, so the file is gone.
      #expect(files() == [])
      gate.write()
      #expect(bench.end(of: run) == .status(0))
    }

    @Test("Not before it is started either: the file is for its owner only")
    func waiting() throws {
      _ = try Account.tester(bench.system)
      // The manager has the request, and does nothing.
      #expect(bench.exit("exit 0") == .status(0))
      kill(bench.system.leader, SIGSTOP)
      let run = bench.launch("exit 0", environment: ["SECRET": Self.secret])
      let found = files()
      let folder = bench.system.path(UnitBench.environments)
      let text = try? String(contentsOfFile: "\(folder)/\(run.text)", encoding: .utf8)
      var (directory, file) = (stat(), stat())
      let isThere = stat(folder, &directory) == 0 && stat("\(folder)/\(run.text)", &file) == 0
      kill(bench.system.leader, SIGCONT)
      #expect(found == [run.text])
      #expect(text == "SECRET=\"\(Self.secret)\"\n")
      #expect(isThere && directory.st_mode & 0o777 == 0o700 && file.st_mode & 0o777 == 0o600)
      #expect(bench.exit(of: run) == .status(0))
      #expect(files() == [])
    }

    @Test("A start that fails leaves no file, nor does a killed daemon when the next one is there")
    func leftovers() throws {
      let failed = bench.launch(arguments: ["/nonexistent"], environment: ["SECRET": Self.secret])
      #expect(bench.failure(of: failed) != nil)
      #expect(files() == [])
      let gate = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path)")
      for name in [UnitBench.newRun().text, run.text] {
        let path = bench.system.path("\(UnitBench.environments)/\(name)")
        try Self.secret.write(toFile: path, atomically: false, encoding: .utf8)
      }
      bench.restart()
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().running == [run])
      // Its end is told after all that the adoption leads to.
      gate.write()
      #expect(bench.end(of: run) == .status(0))
      #expect(files() == [])
    }

    @Test("A link or a file in the way is replaced, and what a link leads to is not written to")
    func planted() throws {
      #expect(bench.exit("exit 0") == .status(0))
      let run = UnitBench.newRun()
      let victim = bench.system.path("/run/victim-\(run.text)")
      try "untouched".write(toFile: victim, atomically: false, encoding: .utf8)
      try bench.system.run(
        "ln", "-s", "/run/victim-\(run.text)", "\(UnitBench.environments)/\(run.text)")
      bench.launch("test \"$SECRET\" = x", run: run, environment: ["SECRET": "x"])
      #expect(bench.exit(of: run) == .status(0))
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "untouched")
    }

    @Test("A directory that is somebody else's is not used")
    func foreignDirectory() throws {
      let system = try BootedSystem.shared()
      let tester = try Account.tester(system)
      let directory = "/run/foreign-\(UnitBench.newRun().text)"
      try system.run("install", "-d", "-m", "700", "-o", String(tester.uid), directory)
      let bench = try UnitBench(
        manager: UnitManager(
          address: .bus(system.systemBus), runsAsUsers: true, controlGroup: system.controlGroup,
          secretFiles: SecretFiles(directory: directory, root: system.path(""))))
      let failure = bench.failure(of: bench.launch("exit 0"))
      let message = failure?.message ?? ""
      #expect(message.contains("\(directory): Operation not permitted"), "\(message)")
      #expect(failure?.isPassing == true)
    }

    @Test("A long one arrives whole")
    func long() throws {
      let value = String(repeating: "a\"\\`$\n", count: 20_000)
      let output = "/run/long-\(UnitBench.newRun().text)"
      let run = bench.launch(
        "printenv VALUE >\(output)", environment: ["PATH": TaskEnvironment.path, "VALUE": value])
      #expect(bench.exit(of: run) == .status(0))
      #expect(try String(contentsOfFile: bench.system.path(output), encoding: .utf8) == value + "\n")
    }
  }
}
