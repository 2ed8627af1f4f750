import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A transient unit is handed what only its program may look into")
  struct UnitCredentialTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    private func launch(_ script: String, _ credentials: [ProgramCredential]) -> RunID {
      let run = UnitBench.newRun()
      var program = Program(
        run: run, identifier: UnitBench.identifier, uid: 65534, arguments: ["/bin/sh", "-c", script],
        workingDirectory: "/", environment: ["PATH": TaskEnvironment.path])
      program.credentials = credentials
      bench.onQueue { bench.executor.launch(program) }
      return run
    }

    /// What is in the directory in which they are handed over.
    private func handed() throws -> String {
      try bench.system.run("sh", "-c", "ls -A \(UnitBench.environments) 2>/dev/null; true").output
    }

    @Test("It finds them as its user, whatever is in them, and they are nowhere else when it runs")
    func found() throws {
      let fifo = try NamedPipe(in: bench.system)
      let bytes = Array("hun\0ter2\n\"$x\" %n".utf8)
      let run = launch(
        """
        said=$(id -u; od -An -tx1 -v $CREDENTIALS_DIRECTORY/the.password | tr -d ' \\n'; echo
          cat $CREDENTIALS_DIRECTORY/%n-empty; ls $CREDENTIALS_DIRECTORY)
        echo "$said" >\(fifo.path); exec sleep 1000
        """, [.init(name: "the.password", contents: bytes), .init(name: "%n-empty", contents: [])])
      #expect(bench.events.next(run) == .runStarted(run))
      let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(fifo.readPiece() == "65534\n\(hex)\n%n-empty\nthe.password\n")
      #expect(try !handed().contains(run.text))
      let shown = try bench.system.run(
        "sh", "-c",
        "systemctl show '\(UnitOfRun(task: run).name)'; cat /run/systemd/transient/bgtask-*; "
          + "busctl introspect org.freedesktop.systemd1 "
          + "$(busctl call org.freedesktop.systemd1 /org/freedesktop/systemd1 "
          + "org.freedesktop.systemd1.Manager GetUnit s \(UnitOfRun(task: run).name) | cut -d'\"' -f2)"
      ).output
      #expect(shown.contains("the.password") && !shown.contains("ter2"), "\(shown)")
      // It is read again from what systemd wrote.
      #expect(try bench.system.run("systemctl", "daemon-reload").status == 0)
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
    }

    @Test("What was encrypted for the machine is decrypted; what was not is a launch that failed, with why")
    func encrypted() throws {
      let text = try bench.system.run(
        "sh", "-c", "echo hunter2 | systemd-creds encrypt --with-key=host --name=token - -"
      ).output.filter { !$0.isWhitespace }
      try #require(!text.isEmpty)
      let fifo = try NamedPipe(in: bench.system)
      let run = launch(
        "cat $CREDENTIALS_DIRECTORY/token >\(fifo.path)",
        [.init(name: "token", contents: Array(text.utf8), isEncrypted: true)])
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(fifo.readPiece() == "hunter2\n")
      #expect(bench.end(of: run) == .status(0))

      for (name, contents) in [("another", text), ("token", "V2h4cWh0")] {
        let run = launch("true", [.init(name: name, contents: Array(contents.utf8), isEncrypted: true)])
        let failure = try #require(bench.failure(of: run))
        #expect(failure.message.contains("credentials") && !failure.isPassing, "\(failure)")
        #expect(try !handed().contains(run.text))
      }
    }

    @Test("What a daemon that was killed had not handed over yet is gone when the next one looks")
    func leftOver() throws {
      let run = UnitBench.newRun()
      try bench.system.run("mkdir", "-p", UnitBench.environments)
      for suffix in ["", ".0", ".15"] {
        try bench.system.run("tee", "\(UnitBench.environments)/\(run.text)\(suffix)", input: "hunter2")
      }
      _ = try bench.adopt([])?.get()
      #expect(try !handed().contains(run.text))
    }
  }
}
