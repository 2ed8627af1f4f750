import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@Suite("What a program finds when it starts")
struct SurroundingsTests {
  private let bench = Bench()

  @Test("Its input is /dev/null, its output and error one pipe, and nothing else is open")
  func descriptors() {
    let opened = open("/", O_RDONLY)
    defer { close(opened) }
    let run = bench.launch(arguments: ["/bin/ls", "-l", "/proc/self/fd"])
    #expect(bench.exit(of: run) == .status(0))
    let lines = (bench.output(of: run)?.text ?? "").split(separator: "\n").dropFirst()
    let targets = lines.compactMap { $0.split(separator: " -> ").last }
    #expect(targets.count == 4)
    #expect(targets.first == "/dev/null")
    #expect(targets.dropFirst().first?.hasPrefix("pipe:") == true)
    #expect(targets.dropFirst().first == targets.dropFirst(2).first)
    // The last one is the directory that ls itself reads.
    #expect(targets.last?.hasPrefix("/proc/") == true)
  }

  @Test("No signal is blocked or ignored, though the daemon ignores and blocks some")
  func signals() async {
    await #expect(processExitsWith: .success) {
      SignalSource.ignoreBrokenPipes()
      signal(SIGTERM, SIG_IGN)
      let bench = Bench()
      let program = Program(
        run: Bench.run(99), identifier: "test", uid: ProcessTable.ownUser,
        arguments: ["/bin/grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"], workingDirectory: "/",
        environment: [:])
      bench.onQueue {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        bench.executor.launch(program)
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
      }
      precondition(bench.events.next() == .runStarted(program.run))
      precondition(bench.events.next() == .runEnded(program.run, .status(0)))
      // 32 and 33 are the C library's own: its posix_spawn ignores them, and the new program's C library
      // takes them over.
      let text = bench.output(of: program.run)?.text
      let expected = [
        "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n",
        "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n",
      ]
      precondition(expected.contains(text ?? ""), text ?? "nothing")
    }
  }

  @Test("It has the nice value and the class at the disk that were asked for, and so has what it starts")
  func priority() {
    var limits = ProgramLimits()
    limits.nice = 7
    limits.ioClass = .idle
    // The first look may come before the values do: the program reads a line that nobody writes before.
    let run = bench.launch(
      "while [ $(nice) != 7 ]; do :; done; nice; ionice -p $$; (ionice)", limits: limits)
    #expect(bench.exit(of: run) == .status(0))
    #expect(bench.output(of: run)?.text == "7\nidle\nidle\n")
  }

  @Test("It starts in the working directory of the request, and without one in its user's home")
  func directory() throws {
    let directory = try TemporaryFolder()
    #expect(bench.text("pwd", directory: directory.path) == directory.path + "\n")
    let account = UserAccount(
      uid: ProcessTable.ownUser, name: "someone", home: directory.path, shell: "/bin/sh")
    #expect(Bench(account: account).text("pwd", directory: nil) == directory.path + "\n")
  }

  @Test("Its environment is what it was given, complete")
  func environment() {
    let run = bench.launch(
      arguments: ["/usr/bin/env"], environment: ["B": "2 = two", "A": "ü", "EMPTY": ""])
    #expect(bench.exit(of: run) == .status(0))
    #expect(bench.output(of: run)?.text == "A=ü\nB=2 = two\nEMPTY=\n")
  }

  @Test("It leads a process group of its own and has the daemon's umask")
  func groupAndMask() {
    let mask = umask(0)
    umask(mask)
    let digits = String(mask, radix: 8)
    let expected = String(repeating: "0", count: 4 - digits.count) + digits
    #expect(bench.text("[ $(ps -o pgid= -p $$) = $$ ] && umask") == expected + "\n")
  }
}
