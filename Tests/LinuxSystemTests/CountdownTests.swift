import Dispatch
import LinuxSystem
import TestSupport
import Testing

@Suite("Countdowns")
struct CountdownTests {
  @Test(
    "It calls once when its time has come, not before, and not at all when it was taken back or let go of")
  func countdown() {
    let queue = DispatchQueue(label: "test")
    let inbox = Mailbox<Int>()
    var countdowns: [Countdown] = []
    let begin = SystemClock.monotonicUSec
    queue.sync {
      let cancelled = Countdown(uSec: 1000, queue: queue) { inbox.append(1) }
      cancelled.cancel()
      countdowns.append(cancelled)
      _ = Countdown(uSec: 1000, queue: queue) { inbox.append(2) }
      countdowns.append(Countdown(uSec: -5, queue: queue) { inbox.append(3) })
      countdowns.append(Countdown(uSec: 5000, queue: queue) { inbox.append(4) })
    }
    #expect(inbox.next() == 3)
    #expect(inbox.next() == 4)
    #expect(SystemClock.monotonicUSec - begin >= 5000)
    #expect(inbox.isEmpty)
  }
}
