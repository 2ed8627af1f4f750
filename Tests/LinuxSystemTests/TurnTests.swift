import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("A turn on a queue")
struct TurnTests {
  private let queue = DispatchQueue(label: "turns")

  private final class Log: Sendable {
    let words = Mutex<[String]>([])
    func note(_ word: String) { words.withLock { $0.append(word) } }
  }

  @Test("What is put off is done on the same thread, in order, before the turn is over")
  func sameThread() {
    Turn.prepare(queue)
    let log = Log()
    let thread = pthread_self()
    queue.takeTurn {
      queue.runLater {
        #expect(pthread_equal(pthread_self(), thread) != 0)
        log.note("second")
        queue.runLater { log.note("fourth") }
      }
      queue.runLater { log.note("third") }
      log.note("first")
    }
    #expect(log.words.withLock { $0 } == ["first", "second", "third", "fourth"])
  }

  @Test("Who is not on the queue hands over; so does who is on it, but not in a turn")
  func handedOver() {
    Turn.prepare(queue)
    let log = Log()
    queue.sync { queue.runLater { log.note("later") } }
    queue.runLater { log.note("from outside") }
    let other = DispatchQueue(label: "another")
    Turn.prepare(other)
    other.takeTurn { queue.runLater { log.note("from another queue") } }
    queue.sync {}
    #expect(log.words.withLock { $0 } == ["later", "from outside", "from another queue"])
  }

  @Test("What was put off first is done first, also when the turn came in between")
  func order() {
    Turn.prepare(queue)
    let log = Log()
    queue.sync {
      queue.runLater { log.note("first") }
      // Its place on the queue is behind the turn's.
      let waits = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        waits.signal()
        queue.takeTurn { queue.runLater { log.note("second") } }
      }
      waits.wait()
    }
    let end = ContinuousClock.now + .seconds(10)
    while log.words.withLock({ $0.count }) < 2, ContinuousClock.now < end { queue.sync {} }
    #expect(log.words.withLock { $0 } == ["first", "second"])
  }

  @Test("Who puts off without end lets others on the queue have their turn")
  func endless() {
    Turn.prepare(queue)
    let others = DispatchSemaphore(value: 0)
    let isOver = Mutex(false)
    @Sendable func again() {
      guard !isOver.withLock({ $0 }) else { return }
      queue.runLater(again)
    }
    queue.takeTurn {
      queue.async { others.signal() }
      again()
    }
    #expect(others.wait(timeout: .now() + 10) == .success)
    isOver.withLock { $0 = true }
  }

  @Test("Who puts off what takes long lets others on the queue have their turn after little of it")
  func long() {
    Turn.prepare(queue)
    let others = DispatchSemaphore(value: 0)
    let done = Mutex(0)
    let doneBefore = Mutex<Int?>(nil)
    @Sendable func again() {
      guard doneBefore.withLock({ $0 == nil }) else { return }
      let end = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < end {}
      done.withLock { $0 += 1 }
      queue.runLater(again)
    }
    queue.takeTurn {
      queue.async {
        doneBefore.withLock { $0 = done.withLock { $0 } }
        others.signal()
      }
      again()
    }
    #expect(others.wait(timeout: .now() + 10) == .success)
    #expect(doneBefore.withLock { $0 } ?? .max <= 4)
  }

  @Test("The threads that watch descriptors end with their sources")
  func threads() throws {
    func count() -> Int { DirectoryReader.names(in: "/proc/self/task").count }
    let before = count()
    for _ in 0..<300 {
      let pipe = try OutputPipe()
      let source = try DescriptorSource(pipe.reading, for: .reading, queue: DispatchQueue(label: "one")) {}
      source.cancel()
    }
    let end = ContinuousClock.now + .seconds(20)
    while count() > before + 150, ContinuousClock.now < end { sched_yield() }
    #expect(count() <= before + 150)
  }
}
