import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Signals")
struct SignalTests {
  @Test("A watched signal calls the handler and does not end the process; a closed source gives it back")
  func watched() async {
    await #expect(processExitsWith: .signal(SIGHUP)) {
      let inbox = Mailbox<CInt>()
      let queue = DispatchQueue(label: "test")
      guard
        let source = try? SignalSource(
          [SIGTERM, SIGINT, SIGHUP], queue: queue, handler: { inbox.append($0) })
      else { exit(2) }
      for number in [SIGTERM, SIGINT, SIGHUP, SIGTERM] {
        kill(getpid(), number)
        guard inbox.next() == number else { exit(1) }
      }
      queue.sync { source.close() }
      kill(getpid(), SIGHUP)
      while true { pause() }
    }
  }

  @Test("Writing to nobody is an error, not the end, when broken pipes are ignored")
  func brokenPipe() async {
    await #expect(processExitsWith: .exitCode(7)) {
      SignalSource.ignoreBrokenPipes()
      var ends: [CInt] = [0, 0]
      pipe(&ends)
      close(ends[0])
      if write(ends[1], "x", 1) == -1, errno == EPIPE { exit(7) }
    }
  }

  @Test("Signals are named as signal(7) names them")
  func names() {
    let names = [SIGTERM, SIGKILL, SIGSEGV, 34, 37, 64, 0, 99].map { SignalName.of($0) }
    #expect(
      names == [
        "SIGTERM", "SIGKILL", "SIGSEGV", "SIGRTMIN", "SIGRTMIN+3", "SIGRTMIN+30", "signal 0", "signal 99",
      ])
    #expect(Set((1...31).map { SignalName.of($0) }).count == 31)
  }
}
