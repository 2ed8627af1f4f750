import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A unit that cannot be started fails with the reason")
  struct UnitLaunchTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("A missing program, a directory, a user and a file that is no program")
    func setUp() throws {
      let missing = bench.failure(of: bench.launch(arguments: ["/nonexistent/program"]))
      #expect(missing?.message == "program /nonexistent/program: cannot be executed; the journal says why")
      #expect(missing?.isPassing == false)
      let text = bench.failure(of: bench.launch(arguments: ["/etc/passwd"]))
      #expect(text?.message == "program /etc/passwd: cannot be executed; the journal says why")
      let directory = bench.failure(of: bench.launch("true", directory: "/nonexistent"))
      #expect(directory?.message == "working directory /nonexistent: cannot be used")
      #expect(directory?.isPassing == false)
      let user = bench.failure(of: bench.launch("true", uid: 54_321))
      #expect(user?.message == "user 54321: not known here")
      #expect(bench.onQueue { bench.executor.count } == 0)
    }

    @Test("What somebody waits for on standard output goes there, and nothing else")
    func answer() throws {
      let pipe = try OutputPipe()
      let run = bench.launch("echo said; echo told >&2; exit 3", answer: pipe.writing)
      #expect(bench.exit(of: run) == .status(3))
      let said = try pipe.reading.read(atMost: 100)
      #expect(said == .bytes(Array("said\n".utf8)))
    }

    @Test("A failed start leaves no unit behind")
    func nothingLeft() throws {
      let run = bench.launch(arguments: ["/nonexistent/program"])
      #expect(bench.failure(of: run) != nil)
      let adoption = try #require(bench.adopt([UnitOfRun(task: run)])).get()
      #expect(adoption.missing == [run])
    }

    @Test("What systemd or a message cannot take is said before it is asked")
    func invalid() throws {
      let cases: [(RunID, String)] = [
        (bench.launch(arguments: ["sh"]), "program sh: not an absolute path"),
        (bench.launch(arguments: []), "program without a name: not an absolute path"),
        (
          bench.launch("true", environment: ["A-B": ""]),
          "environment variable A-B: systemd allows letters, digits and _ in a name, and no digit first"
        ),
        (
          bench.launch("true", directory: "/tmp\nExecStopPost=+/bin/touch /run/broken-out"),
          "working directory /tmp\\nExecStopPost=+/bin/touch /run/broken-out: systemd takes no control "
            + "characters, and no space or backslash at the end"
        ),
        (
          bench.launch("true", directory: "/tmp\\"),
          "working directory /tmp\\: systemd takes no control characters, "
            + "and no space or backslash at the end"
        ),
        (
          bench.launch("true", directory: "/usr/../tmp"),
          "working directory /usr/../tmp: systemd takes no '..' in it; submit the task with the directory "
            + "that is meant"
        ),
        (
          bench.launch("true", identifier: "a\rb"),
          "identifier a\\rb: systemd takes no spaces, control characters, quotation marks or backslashes"
        ),
        (
          bench.launch(arguments: ["/bin/true", "a\0b"]),
          "it cannot be told to systemd: ExecStart: a string holds a NUL byte"
        ),
        (
          bench.launch("true", environment: ["A": "\0"]),
          "it cannot be told to systemd: Environment: a string holds a NUL byte"
        ),
        (
          bench.launch(arguments: ["/bin/true", "a\u{FFFF}"]),
          "it cannot be told to systemd: ExecStart: a string holds U+FFFF, which is no character"
        ),
      ]
      for (run, message) in cases {
        let failure = bench.failure(of: run)
        #expect(failure?.message == message)
        #expect(failure?.isPassing == false)
      }
      let relative = bench.failure(of: bench.launch("true", directory: "relative"))
      #expect(relative?.message.hasPrefix("systemd refused: ") == true)
      #expect(relative?.isPassing == false)
    }

    @Test("A program's path may have '..', spaces, and whatever else the kernel takes")
    func programPaths() throws {
      for path in ["/usr/../bin/true", "/usr/bin/./true", "//bin//true"] {
        let run = bench.launch(arguments: [path])
        #expect(bench.exit(of: run) == .status(0), "\(path)")
      }
    }

    @Test("A transfer's folder that is missing, or has '..', is left to bgtask-transfer, which names it")
    func folders() throws {
      for folder in ["/nonexistent/folder", "/usr/../tmp", "/usr/../nonexistent"] {
        let run = bench.launch("test -e \(folder) || exit 73", writtenFolders: [folder])
        #expect(bench.exit(of: run) == .status(folder == "/usr/../tmp" ? 0 : 73), "\(folder)")
      }
      let writing = bench.launch("touch /usr/../tmp/written", writtenFolders: ["/usr/../tmp"])
      #expect(bench.exit(of: writing) == .status(0))
      let file = bench.failure(of: bench.launch("true", writtenFolders: ["/etc/passwd/x", "/tmp"]))
      #expect(
        file?.message
          == "systemd could not prepare what the program may see and write of the disk (step 226, NAMESPACE)"
          + ": the folders /etc/passwd/x, /tmp; the journal says why")
    }

    @Test("A directory that is missing is named also where the sandbox writes there only")
    func strict() throws {
      var limits = ProgramLimits()
      limits.sandbox = .strict
      let failure = bench.failure(of: bench.launch("true", directory: "/nonexistent", limits: limits))
      #expect(failure?.message == "working directory /nonexistent: cannot be used")
    }

    @Test("A list of arguments that no program can have")
    func tooLong() throws {
      let argument = String(repeating: "x", count: 200_000)
      let failure = bench.failure(of: bench.launch(arguments: ["/bin/true", argument]))
      #expect(failure?.message == "program /bin/true: cannot be executed; the journal says why")
    }

    @Test("Without a manager it fails at once, and passingly")
    func noManager() throws {
      let bench = try UnitBench(
        manager: UnitManager(address: .bus("unix:path=/nonexistent/socket"), runsAsUsers: true))
      let failure = bench.failure(of: bench.launch("true"))
      #expect(
        failure?.message
          == "systemd cannot be reached: connect unix:path=/nonexistent/socket: No such file or directory")
      #expect(failure?.isPassing == true)
      guard case .failure(.connection)? = bench.adopt([UnitOfRun(task: UnitBench.newRun())]) else {
        Issue.record("adopted from nobody")
        return
      }
    }

    @Test("A bus without a manager is no manager")
    func emptyBus() throws {
      let daemon = try PrivateBus()
      let bench = try UnitBench(manager: UnitManager(address: .bus(daemon.address), runsAsUsers: true))
      let failure = bench.failure(of: bench.launch("true"))
      #expect(failure?.isPassing == true)
      #expect(failure?.message.contains("org.freedesktop.systemd1") == true)
    }

    @Test("A run that is told to stop before systemd can be asked is not started")
    func stoppedBefore() throws {
      let run = UnitBench.newRun()
      bench.onQueue {
        bench.executor.launch(
          Program(
            run: run, identifier: "x", uid: 0, arguments: ["/bin/true"], workingDirectory: "/",
            environment: [:]))
        bench.executor.expire(run)
      }
      let failure = bench.failure(of: run)
      #expect(failure?.message == "it was told to stop before systemd could be asked to start it")
      #expect(failure?.isPassing == true)
    }
  }
}
