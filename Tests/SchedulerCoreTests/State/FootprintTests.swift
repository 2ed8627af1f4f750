import TestSupport
import Testing

@testable import SchedulerCore

@Suite("Footprint")
struct FootprintTests {
  /// What is submitted, by number.
  static let requests: [(name: String, request: @Sendable (Int) throws -> TaskRequest)] = [
    ("plain", { .command("t\($0)") }),
    ("long name", { .command("task.with.a-rather-long-name.in-it.\($0)") }),
    ("one leaf", { try .command("t\($0)", "network \"n\($0)\"") }),
    ("a hold", { try .command("t\($0)", "idle for \($0 + 1)s") }),
    (
      "64 holds",
      { number in
        try .command(
          "t\(number)", (0..<64).map { "hot for \(number * 64 + $0 + 1)s" }.joined(separator: " or "))
      }
    ),
    (
      "64 names",
      { number in
        try .command("t\(number)", (0..<64).map { "network \"n\(number)-\($0)\"" }.joined(separator: " or "))
      }
    ),
    (
      "64 checks",
      { number in
        try .command("t\(number)", (0..<64).map { "exists /\(number)/\($0)" }.joined(separator: " or "))
      }
    ),
    (
      "64 long checks",
      { number in
        try .command(
          "t\(number)",
          (0..<40).map { "exists /usr/share/somewhere/quite/far/away/\(number)/\($0)" }.joined(
            separator: " or "))
      }
    ),
    (
      "windows",
      { number in
        try .command(
          "t\(number)",
          (0..<32).map {
            "between \($0 % 24):\(10 + number % 50) and \(($0 + 3) % 24):\(10 + number / 50 % 50)"
          }
          .joined(separator: " or "))
      }
    ),
    (
      "a group of its own",
      { number in .command("t\(number)") { $0.order.group = "group-of-its-own-\(number)" } }
    ),
    ("a file", { number in .command("t\(number)") { $0.checkpointFile = "/srv/checkpoints/\(number)" } }),
    (
      "predecessors",
      { number in
        .command("t\(number)") {
          $0.order.predecessors = (0..<16).map { Predecessor("not-there-\(number)-\($0)") }
        }
      }
    ),
    (
      "a transfer",
      { number in
        .command("t\(number)") {
          $0.kind = .transfer
          $0.transfer = TransferRule(host: "host-\(number).example.org:443", session: "session-of-\(number)")
        }
      }
    ),
    (
      "relaxed",
      { number in
        var request = try TaskRequest.command(
          "t\(number)", "network \"n\(number)\" and idle for \(number + 1)s")
        request.wish = ConditionWish(
          when: request.wish.when,
          relaxations: (1...8).map { Relaxation(after: .hours(Int64($0)), without: ["idle", "network"]) })
        return request
      }
    ),
  ]

  /// In a process of its own, in which nobody else allocates anything.
  @Test("A task is charged with no less than it takes, and not with much more")
  func charge() async {
    await #expect(processExitsWith: .success) {
      // What a program does for the first time takes memory of its own, which is no task's.
      for (_, request) in Self.requests { _ = try Self.measure(request, count: 1) }
      for (name, request) in Self.requests { try Self.charge(name, request) }
    }
  }

  private static func charge(_ name: String, _ request: (Int) throws -> TaskRequest) throws {
    let (few, many) = (try measure(request, count: 128), try measure(request, count: 640))
    let waiting = (many.waiting - few.waiting) / 512
    let due = (many.due - few.due) / 512
    let charged = many.charged / 640
    #expect(max(waiting, due) <= charged, "\(name): waiting \(waiting), due \(due), charged \(charged)")
    #expect(
      charged <= 2 * max(waiting, due) + 500, "\(name): waiting \(waiting), due \(due), charged \(charged)")
  }

  /// What so many tasks take while they wait for a date and when they are due, and what they are charged
  /// with.
  private static func measure(
    _ request: (Int) throws -> TaskRequest, count: Int
  ) throws -> (waiting: Int, due: Int, charged: Int) {
    let base = AllocatedMemory.bytes()
    var core = CoreHarness.Crowd(
      configuration: .plain.with { $0.maximumConcurrentRuns = 1 }, conditions: [.network(.unmetered)])
    core.take(.submit(.command("first") { $0.kind = .continued }))
    for number in 0..<count {
      var request = try request(number)
      request.earliestBegin = .at(1000)
      core.take(.submit(request))
    }
    let waiting = AllocatedMemory.bytes() - base
    core.advance(to: 1000)
    core.take(.timer)
    let due = AllocatedMemory.bytes() - base
    let charged = core.scheduler.tasks(of: nil, prefix: "t").reduce(0) { $0 + $1.task.heldBytes }
    return (waiting, due, charged)
  }
}
