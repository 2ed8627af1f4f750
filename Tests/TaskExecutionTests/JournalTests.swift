import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import Testing

@Suite("A real journald takes entries and output")
struct JournalTests {
  @Test("What was logged natively is found by its fields, and a line break in it forges nothing")
  func journal() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      guard let journald = JournalTests.startJournal() else { return }
      let log = SystemLog(.journal, identifier: "bgtaskd")
      log.write(
        LogEntry(
          .warning, "two\nlines", messageID: "0123456789abcdef0123456789abcdef",
          fields: [LogField("BGTASK_RUN_ID", "run-1"), LogField("BGTASK_REASON", "a\nPRIORITY=0")]))
      log.write(LogEntry(.debug, "not important enough", fields: [LogField("BGTASK_RUN_ID", "run-1")]))
      let output = JournalOutput(log)
      output.started(RunID("run-2"), identifier: "org.example.x")
      output.write(RunID("run-2"), Array("plain\n<4>warned".utf8))
      output.finished(RunID("run-2"))

      let problems =
        JournalTests.problems(
          "BGTASK_RUN_ID=run-1", entries: 1,
          [
            #""MESSAGE":"two\nlines""#, #""PRIORITY":"4""#,
            #""MESSAGE_ID":"0123456789abcdef0123456789abcdef""#,
            #""SYSLOG_IDENTIFIER":"bgtaskd""#, #""BGTASK_REASON":"a\nPRIORITY=0""#,
          ])
        + JournalTests.problems(
          "BGTASK_RUN_ID=run-2", entries: 2,
          [
            #""MESSAGE":"plain""#, #""MESSAGE":"warned""#, #""PRIORITY":"6""#, #""PRIORITY":"4""#,
            #""SYSLOG_IDENTIFIER":"org.example.x""#, #""BGTASK_IDENTIFIER":"org.example.x""#,
          ])
      // First, so that no journald is left when the test fails.
      ProcessGroup(leader: journald).send(signal: SIGKILL)
      precondition(problems.isEmpty, problems.joined(separator: "; "))
    }
    // What the process of the test says is not shown by itself.
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for line in said.split(separator: "\n") where line.hasPrefix("skipped") { print(line) }
    // What was missing; the exit alone does not say it.
    #expect(!said.contains("Fatal error"), "\(said)")
  }

  /// Gives this thread a mount namespace with an empty /run and starts a journald there. The caller stays on
  /// its thread.
  private static func startJournal() -> Int32? {
    let programs = ["/usr/lib/systemd/systemd-journald", "/lib/systemd/systemd-journald"]
    guard let program = programs.first(where: { access($0, X_OK) == 0 }) else {
      return skip("no systemd-journald")
    }
    // unshare(2) is a GNU extension that Swift does not import; 0x20000 is CLONE_NEWNS.
    typealias Unshare = @convention(c) (CInt) -> CInt
    guard let address = dlsym(nil, "unshare"), unsafeBitCast(address, to: Unshare.self)(0x20000) == 0 else {
      return skip("unshare: \(SystemError(call: "unshare").text)")
    }
    let preparation =
      "mount --make-rprivate / && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal /run/log/journal"
    let (status, text) = run(["/bin/sh", "-c", preparation])
    guard status == .status(0) else { return skip(text) }
    guard let null = try? OutputPipe(),
      let journald = try? ProcessSpawner.spawn(
        arguments: [program], environment: [:], workingDirectory: "/", output: null.writing.number)
    else { return skip("journald does not start") }
    // It answers on this socket once it is up.
    let deadline = SystemClock.monotonicUSec + 60_000_000
    while (try? StreamSocket(connectingTo: "/run/systemd/journal/stdout")) == nil {
      guard SystemClock.monotonicUSec < deadline else { return skip("journald does not answer") }
      sched_yield()
    }
    return journald
  }

  private static func skip(_ reason: String) -> Int32? {
    let line =
      "skipped: \(#fileID): a journald of our own needs root, mount namespaces and systemd: \(reason)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    return nil
  }

  /// What is wrong with the entries that match, once journald has had a minute to write them down: it takes
  /// what was sent to it when its turn comes, and `journalctl --sync` only waits for what it has taken.
  private static func problems(_ match: String, entries: Int, _ fields: [String]) -> [String] {
    let deadline = SystemClock.monotonicUSec + 60_000_000
    while true {
      let (synced, error) = run(["/usr/bin/journalctl", "--sync"])
      let text = run(["/usr/bin/journalctl", "--directory=/run/log/journal", "--output=json", match]).1
      let missing = fields.filter { !text.contains($0) }
      if missing.isEmpty && text.count(where: { $0 == "\n" }) == entries { return [] }
      guard SystemClock.monotonicUSec < deadline else {
        return ["\(missing) in \(text)", "sync: \(String(describing: synced)) \(error)"]
      }
    }
  }

  /// Runs a program in this thread's namespace to its end.
  private static func run(_ arguments: [String]) -> (ProcessExit?, String) {
    do {
      var bytes: [UInt8] = []
      let handle: ProcessHandle
      let reading: SharedDescriptor
      do {
        let pipe = try OutputPipe()
        reading = pipe.reading
        handle = try ProcessHandle(
          child: try ProcessSpawner.spawn(
            arguments: arguments, environment: ["PATH": TaskEnvironment.path], workingDirectory: "/",
            output: pipe.writing.number))
      }
      while true {
        switch try reading.read(atMost: 65536) {
        case .bytes(let piece): bytes += piece
        case .nothingNow: sched_yield()
        case .end:
          // The output's end comes a moment before the program's.
          while try handle.exit() == nil { sched_yield() }
          let exit = try handle.exit()
          try handle.reap()
          return (exit, String(decoding: bytes, as: UTF8.self))
        }
      }
    } catch {
      return (nil, "\(error)")
    }
  }
}
