import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@Suite("An actor on the queue takes the events without a hop")
struct ActorTests {
  private actor Shell {
    let executor = QueueExecutor(label: "shell")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let log: Mailbox<Event>
    private let tail = OutputTail()
    private var programs: ChildProcessExecutor?
    private var leftovers: LeftoverProcesses?
    private var output: String?

    init(log: Mailbox<Event>) { self.log = log }

    func stopLeftovers() {
      leftovers = LeftoverProcesses(queue: executor.queue, grace: .zero)
      leftovers?.stop([Bench.run(1)]) { [weak self] report in
        self?.assumeIsolated { $0.run(report) }
      }
    }

    private func run(_ report: LeftoverReport) {
      programs = ChildProcessExecutor(queue: executor.queue, sink: tail) { [weak self] event in
        self?.assumeIsolated { $0.take(event) }
      }
      tail.keep(Bench.run(1))
      programs?.launch(
        Program(
          run: Bench.run(1), identifier: "x", uid: ProcessTable.ownUser,
          arguments: ["/bin/echo", "\(report.found.count)"], workingDirectory: "/", environment: [:]))
    }

    private func take(_ event: Event) {
      if case .runEnded(let run, _) = event { output = tail.take(run)?.text }
      log.append(event)
    }

    func lastOutput() -> String? { output }
  }

  @Test("Executor and leftovers call an actor's handlers isolated to it")
  func isolated() async {
    let log = Mailbox<Event>()
    let shell = Shell(log: log)
    await shell.stopLeftovers()
    #expect(log.next() == .runStarted(Bench.run(1)))
    #expect(log.next() == .runEnded(Bench.run(1), .status(0)))
    #expect(await shell.lastOutput() == "0\n")
  }
}
