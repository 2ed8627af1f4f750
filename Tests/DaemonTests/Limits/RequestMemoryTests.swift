import Glibc
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerCore

/// What a user is charged with follows from the requests' bytes, and is what they take. Each test measures in
/// a process of its own, in which nobody else allocates anything.
@Suite("The memory of single requests", .serialized)
struct RequestMemoryTests {
  /// `BGTASKD_MEMORY_REQUESTS` asks for more requests than the suite can afford, `BGTASKD_MEMORY_SEED` for
  /// others.
  private static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  @Test("Made requests take at most 8 times their bytes and 2 kB each, and what is charged")
  func made() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let count = Self.number("BGTASKD_MEMORY_REQUESTS") ?? 100
      let memory = try RequestMemory()
      var verdict = MemoryVerdict(memory)
      var maker = RequestMaker(
        seed: UInt64(Self.number("BGTASKD_MEMORY_SEED") ?? 1), nowUSec: MeasuredScheduler.now.uSec)
      var made = 0
      while verdict.count < count {
        let some = min(count - verdict.count, 100)
        verdict.add(try memory.measure((0..<some).map { _ in maker.request().payload }))
        made += some
        // What the scheduler refuses, such as a calendar without dates, is measured nowhere.
        try #require(made < 2 * count)
      }
      for line in verdict.lines("made") { print(line) }
    }
    Self.judge(result)
  }

  @Test("So do the requests of the fuzzers' corpus, its conditions and its dates")
  func corpus() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let memory = try RequestMemory()
      var verdict = MemoryVerdict(memory)
      verdict.add(try memory.measure(CorpusRequests.all()))
      for line in verdict.lines("the corpus") { print(line) }
      #expect(verdict.count >= 60)
    }
    Self.judge(result)
  }

  /// Shows the figures, and what is wrong with them.
  private static func judge(_ result: ExitTest.Result?) {
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") {
      if line.hasPrefix(MemoryVerdict.sign) { Issue.record("\(line)") } else { print(line) }
    }
  }
}
