import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@Suite("Output of programs")
struct OutputTests {
  private let bench = Bench()

  @Test("The last 64 KiB of a megabyte are kept, and said to be cut")
  func flood() {
    let run = bench.launch("head -c 1048576 /dev/zero | tr '\\0' x; echo; echo the end")
    #expect(bench.exit(of: run) == .status(0))
    let output = bench.output(of: run)
    #expect(output?.isTruncated == true)
    #expect(output?.text.utf8.count == 65536)
    #expect(output?.text.hasSuffix("xxx\nthe end\n") == true)
    #expect(bench.output(of: run) == nil)
  }

  @Test("What a program wrote just before its end is not lost, 64 KiB in the pipe among it")
  func drained() {
    let run = bench.launch("head -c 65000 /dev/zero | tr '\\0' y")
    #expect(bench.exit(of: run) == .status(0))
    #expect(
      bench.output(of: run) == RunOutput(bytes: Array(repeating: UInt8(ascii: "y"), count: 65000)))
  }

  @Test("A program that writes without end leaves the queue to others, and can be killed")
  func endless() {
    let run = bench.start("exec yes")
    #expect(bench.waitForOutput(of: run) { $0.utf8.count == 65536 } != nil)
    // Another program gets through while the first one writes.
    let other = bench.launch("echo here")
    #expect(bench.exit(of: other) == .status(0))
    #expect(bench.output(of: other)?.text == "here\n")
    bench.kill(run)
    #expect(bench.events.next() == .runEnded(run, .signal("SIGKILL")))
  }

  @Test("A program that closes its output goes on, and is waited for")
  func closed() {
    let run = bench.launch("echo a; exec >&- 2>&-; sleep 0.05; exit 9")
    #expect(bench.exit(of: run) == .status(9))
    #expect(bench.output(of: run)?.text == "a\n")
  }

  @Test("Bytes that are no UTF-8 stay what they are; a character cut in two is left out")
  func bytes() {
    let tail = OutputTail(limit: 4)
    let run = Bench.run(1)
    tail.keep(run)
    tail.write(run, [0x61, 0xFF])
    #expect(tail.output(of: run) == RunOutput(bytes: [0x61, 0xFF]))
    #expect(tail.output(of: run)?.text == "a\u{FFFD}")
    // "ü" begins outside the four bytes that are kept.
    tail.write(run, Array("üabc".utf8))
    #expect(tail.output(of: run) == RunOutput(bytes: Array("abc".utf8), isTruncated: true))
    tail.finished(run)
    #expect(tail.take(run)?.text == "abc")
    #expect(tail.take(run) == nil)
  }

  @Test("What a program writes whose output nobody takes is not kept")
  func unkept() {
    let tail = OutputTail()
    let run = Bench.run(1)
    tail.started(run, identifier: "x")
    tail.write(run, Array("abc".utf8))
    tail.finished(run)
    #expect(tail.output(of: run) == nil)
  }

  @Test("One piece longer than the limit, and many small ones, keep the last bytes only")
  func limits() {
    let tail = OutputTail(limit: 10)
    let run = Bench.run(1)
    tail.keep(run)
    tail.write(run, Array("0123456789abcdef".utf8))
    #expect(tail.output(of: run) == RunOutput(bytes: Array("6789abcdef".utf8), isTruncated: true))
    for _ in 0..<100 { tail.write(run, Array("xyz".utf8)) }
    #expect(tail.output(of: run) == RunOutput(bytes: Array("zxyzxyzxyz".utf8), isTruncated: true))
  }

  @Test("Output for the journal becomes entries: whole lines, bounded, with their priority")
  func journal() throws {
    let pipe = try OutputPipe()
    let log = SystemLog(.stderr, identifier: "bgtaskd", leastPriority: .debug, output: pipe.writing.number)
    let journal = JournalOutput(log)
    let run = Bench.run(1)
    journal.started(run, identifier: "org.example.x")
    journal.write(run, Array("first\nsec".utf8))
    journal.write(run, Array("ond\n\n<3>bad\n<9>not a priority\nforged\r<0>x\n\u{1B}[31m".utf8))
    journal.finished(run)
    journal.write(run, Array("too late\n".utf8))
    guard case .bytes(let bytes) = try pipe.reading.read(atMost: 65536) else {
      Issue.record("nothing was written")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <6>first
        <6>second
        <3>bad
        <6><9>not a priority
        <6>forged\\r<0>x
        <6>\\x1b[31m

        """)
  }

  @Test("A line longer than the bound is cut, not kept")
  func longLine() throws {
    let pipe = try OutputPipe()
    let journal = JournalOutput(
      SystemLog(.stderr, identifier: "bgtaskd", leastPriority: .debug, output: pipe.writing.number))
    let run = Bench.run(1)
    journal.started(run, identifier: "x")
    for _ in 0..<13 { journal.write(run, [UInt8](repeating: 0x61, count: 4096)) }
    guard case .bytes(let bytes) = try pipe.reading.read(atMost: 65536) else {
      Issue.record("nothing was written")
      return
    }
    #expect(bytes.count == JournalOutput.lineLimit + 4)
  }
}
