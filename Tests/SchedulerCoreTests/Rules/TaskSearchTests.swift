import Testing

@testable import SchedulerCore

@Suite("Searches for tasks by name")
struct TaskSearchTests {
  private static func later(_ name: String) -> TaskRequest { .command(name) { $0.earliestBegin = .at(1000) } }

  private static func names(_ search: TaskSearch, in core: CoreHarness) -> [String] {
    search.found.compactMap { core.scheduler.snapshot($0)?.task.request.identifier }
  }

  @Test(
    "In pieces it finds what it finds at once, in order, of one user or of all", arguments: [1, 2, 3, .max])
  func pieces(length: Int) {
    var core = CoreHarness()
    for name in ["b.2", "a.3", "b.1", "c", "b.3"] { core.take(.submit(Self.later(name)), at: 0) }
    core.take(.submit(Self.later("a.1"), uid: 1001), at: 0)
    func found(of uid: UInt32?, _ prefix: String, after cursor: TaskCursor? = nil, limit: Int) -> [String] {
      var search = TaskSearch(of: uid, prefix: prefix, after: cursor, limit: limit)
      while !search.isOver { search.goOn(in: core.scheduler, atMost: length) }
      return Self.names(search, in: core)
    }
    #expect(found(of: 1000, "", limit: 2) == ["a.3", "b.1"])
    #expect(found(of: 1000, "b.", limit: 9) == ["b.1", "b.2", "b.3"])
    #expect(found(of: nil, "", limit: 9) == ["a.3", "b.1", "b.2", "b.3", "c", "a.1"])
    let cursor = TaskCursor(key: TaskKey(uid: 1000, identifier: "b.1"), id: TaskID(3))
    #expect(found(of: nil, "", after: cursor, limit: 2) == ["b.2", "b.3"])
    #expect(found(of: 1002, "", limit: 9) == [])
  }

  @Test("It goes on after what has gone and comes to what has come meanwhile")
  func meanwhile() {
    var core = CoreHarness()
    for name in ["d", "c", "b"] { core.take(.submit(Self.later(name)), at: 0) }
    var search = TaskSearch(of: 1000, prefix: "", after: nil, limit: 9)
    search.goOn(in: core.scheduler, atMost: 2)
    #expect(!search.isOver)
    core.take(.cancel("b"), at: 1)
    core.take(.submit(Self.later("a")), at: 1)
    search.goOn(in: core.scheduler, atMost: 2)
    #expect(search.isOver)
    #expect(Self.names(search, in: core) == ["a", "c", "d"])
  }
}
