import Glibc
import LinuxSystem
import SchedulerCore
import TestSupport
import Testing

@Suite("A program that cannot be started fails with the reason")
struct LaunchTests {
  private func message(
    _ arguments: [String], directory: String? = "/", environment: [String: String] = [:], uid: UInt32? = nil
  ) -> String? {
    let bench = Bench()
    let run = bench.launch(arguments: arguments, directory: directory, environment: environment, uid: uid)
    guard case .launchFailed(run, let message, isPassing: false)? = bench.events.next() else { return nil }
    #expect(bench.liveRuns == 0)
    return message
  }

  @Test("A missing program")
  func missing() {
    #expect(message(["/nonexistent/program"]) == "program /nonexistent/program: No such file or directory")
  }

  @Test("A file without permission to execute it")
  func notExecutable() throws {
    let directory = try TemporaryFolder()
    let file = try directory.write("data", "#!/bin/sh\n".utf8, mode: 0o644)
    #expect(message([file]) == "program \(file): Permission denied")
  }

  @Test("A file that is no program")
  func notAProgram() throws {
    let directory = try TemporaryFolder()
    let file = try directory.write("data", "just text\n".utf8, mode: 0o755)
    #expect(
      message([file])
        == "program \(file): Exec format error (a script needs #! with its interpreter at its beginning)")
  }

  @Test("A script whose interpreter is missing is not called missing itself")
  func interpreter() throws {
    let directory = try TemporaryFolder()
    let file = try directory.write("script", "#!/nonexistent/interpreter\n".utf8, mode: 0o755)
    #expect(
      message([file])
        == "program \(file): No such file or directory (the program is there, its interpreter is not)")
  }

  @Test("A relative path, an empty one, and no arguments at all")
  func relative() {
    #expect(message(["sh"]) == "program sh: not an absolute path")
    #expect(message([""]) == "program without a name: not an absolute path")
    #expect(message([]) == "program without a name: not an absolute path")
  }

  @Test("A missing working directory, and one that is a file")
  func directories() throws {
    #expect(
      message(["/bin/true"], directory: "/nonexistent")
        == "working directory /nonexistent: No such file or directory")
    let directory = try TemporaryFolder()
    let file = try directory.write("file", "".utf8, mode: 0o755)
    #expect(message(["/bin/true"], directory: file) == "working directory \(file): Not a directory")
  }

  @Test("An argument list that is too long")
  func tooLong() {
    let argument = String(repeating: "x", count: 200_000)
    #expect(message(["/bin/true", argument]) == "program /bin/true: Argument list too long")
  }

  @Test("Texts that the kernel would cut off or misread")
  func invalid() {
    #expect(message(["/bin/true", "a\0b"]) == "argument 1 holds a NUL byte")
    #expect(message(["/bin/true"], directory: "/\0") == "the working directory holds a NUL byte")
    #expect(message(["/bin/true"], environment: ["A": "\0"]) == "environment variable A holds a NUL byte")
    #expect(
      message(["/bin/true"], environment: ["A=B": ""])
        == "environment variable A=B: the name is empty, or holds = or NUL")
  }

  @Test("Another user's program")
  func anotherUser() {
    let other = ProcessTable.ownUser &+ 1
    #expect(message(["/bin/true"], uid: other)?.hasSuffix("only, not as user \(other)") == true)
  }

  @Test("No launch leaves a descriptor or a zombie behind, whether it works or fails")
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      let round = {
        for arguments in [
          ["/bin/true"], ["/nonexistent/program"], ["sh"], ["/bin/sh", "-c", "echo; exit 1"],
        ] {
          for directory in ["/", "/nonexistent"] {
            let run = bench.launch(arguments: arguments, directory: directory)
            if bench.events.next() == .runStarted(run) { _ = bench.events.next() }
          }
        }
        // Cancelled sources let go of their descriptors a moment later.
        for _ in 0..<100 { bench.onQueue {} }
      }
      round()
      let before = Bench.openDescriptors()
      for _ in 0..<20 { round() }
      var after = Bench.openDescriptors()
      let deadline = SystemClock.monotonicUSec + 5_000_000
      while after > before, SystemClock.monotonicUSec < deadline { after = Bench.openDescriptors() }
      precondition(after <= before, "\(before) descriptors became \(after)")
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child was not reaped")
    }
  }

  @Test("Without descriptors a launch fails, and the program that was started is gone")
  func outOfDescriptors() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      // From no room at all to just enough, one more at a time: every step of a launch fails once.
      var isStarted = false
      var limit = Bench.openDescriptors() - 4
      var limits = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      while !isStarted {
        limits.rlim_cur = rlim_t(limit)
        precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
        let run = bench.launch("exit 7")
        switch bench.events.next() {
        case .launchFailed(run, let message, isPassing: true):
          precondition(message.contains("Too many open files"), message)
        case .runStarted(run): isStarted = true
        default: preconditionFailure()
        }
        limit += 1
      }
      guard case .runEnded(_, .status(7))? = bench.events.next() else { preconditionFailure() }
      precondition(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child was not reaped")
    }
  }
}
