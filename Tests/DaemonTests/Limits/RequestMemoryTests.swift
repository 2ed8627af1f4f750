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
      let count = Self.number("BGTASKD_MEMORY_REQUESTS") ?? 200
      let memory = try RequestMemory()
      var verdict = MemoryVerdict(memory)
      var maker = RequestMaker(
        seed: UInt64(Self.number("BGTASKD_MEMORY_SEED") ?? 1), nowUSec: MeasuredScheduler.now.uSec)
      for begin in stride(from: 0, to: count, by: 100) {
        verdict.add(try memory.measure((begin..<min(begin + 100, count)).map { _ in maker.request().payload }))
      }
      for line in verdict.lines("made") { print(line) }
      #expect(verdict.count * 10 >= count * 9)
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

  @Test func scratch() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let memory = try RequestMemory()
      print("shares", memory.shares, "leaf", MemoryLayout<ConditionLeaf>.stride, "atom", MemoryLayout<ConditionAtom>.stride, "state", MemoryLayout<LeafState>.stride)
      let base = Wire.TaskRequest.program("abc", "/bin/true").with { $0.earliestBeginUSec = MeasuredScheduler.now.uSec + 1_000_000_000 }
      let rows: [(String, (inout Wire.TaskRequest) -> Void)] = [
        ("plain", { _ in }), ("refresh", { $0.kind = .refresh }),
        ("requirement", { $0.requiresExternalPower = true }), ("idle", { $0.requiresIdle = false }),
        ("runtime", { $0.runtimeLimitDurationUSec = 60_000_000 }),
        ("retry", { $0.retry = .init(backoff: .linear, maximumAttempts: 3) }),
        ("action", { $0.onFailure = "/bin/x n" }), ("group", { $0.order = .init(group: "a") }),
        ("after", { $0.order = .init(after: ["a"]) }),
        ("after16", { $0.order = .init(after: (0..<16).map { "a\($0)" }) }),
        ("deadline", { $0.deadlineUSec = MeasuredScheduler.now.uSec + 80_000_000_000 }),
        ("leaf", { $0.when = "network \"a\"" }), ("held", { $0.when = "hot for 3s" }),
        ("exists", { $0.when = "exists /a" }), ("while", { $0.while = "network \"a\"" }),
        ("both", { $0.when = "network \"a\""; $0.while = "network \"b\"" }),
        ("relax", { $0.when = "network \"a\" and idle"; $0.relax = "after 1d without idle" }),
        ("64", { $0.when = (0..<64).map { "hot for \($0 + 1)s" }.joined(separator: " or ") }),
        ("64 while", { $0.while = (0..<64).map { "hot for \($0 + 1)s" }.joined(separator: " or ") }),
        ("32 both", { $0.when = (0..<32).map { "hot for \($0 + 1)s" }.joined(separator: " or "); $0.while = (0..<32).map { "hot for \($0 + 41)s" }.joined(separator: " or ") }),
        ("64 both", { $0.when = (0..<64).map { "hot for \($0 + 1)s" }.joined(separator: " or "); $0.while = (0..<64).map { "hot for \($0 + 71)s" }.joined(separator: " or ") }),
        ("calendar", { $0.calendar = ["*:0/5"] }),
        ("calendar16", { $0.calendar = (0..<16).map { "\($0):0" } }),
        ("transfer", { $0.command = nil; $0.kind = .transfer; $0.transfer = .init(direction: .download, url: "http://x/", file: "/f") }),
        ("session", { $0.command = nil; $0.kind = .transfer; $0.transfer = .init(direction: .download, url: "http://x/", file: "/f", session: "abcd") }),
        ("path", { $0.pathChange = .init(paths: ["/a"]) }),
        ("app", { $0.identifier = "app.x"; $0.command = nil }),
        ("unit", { $0.unit = "a.service"; $0.command = nil }),
      ]
      for (name, change) in rows {
        let figures = try memory.measure([base.with(change).payload])
        for f in figures { print(name, "bytes", f.message.count, "charged", f.charged, "leaves", f.leaves, RequestMemory.Phase.allCases.map { "\($0.rawValue) \(f.held[$0] ?? -1)" }.joined(separator: ", ")) }
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}
