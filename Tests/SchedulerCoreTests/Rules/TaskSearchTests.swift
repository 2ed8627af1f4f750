import Testing

@testable import SchedulerCore

@Suite("Searches for tasks by name")
struct TaskSearchTests {
  private static func later(_ name: String) -> TaskRequest { .command(name) { $0.earliestBegin = .at(1000) } }

  /// The next names, and what went on for them.
  private static func names(_ search: inout TaskSearch, _ limit: Int, among count: Int, in core: CoreHarness)
    -> [String]
  {
    search.goOn(in: core.scheduler, finding: limit, among: count)
      .compactMap { core.scheduler.snapshot($0)?.task.request.identifier }
  }

  @Test(
    "In pieces it finds what it finds at once, the oldest first, of one user or of all",
    arguments: [1, 2, 3, .max])
  func pieces(length: Int) {
    var core = CoreHarness()
    for name in ["b.2", "a.3", "b.1"] { core.take(.submit(Self.later(name)), at: 0) }
    core.take(.submit(Self.later("a.1"), uid: 1001), at: 0)
    for name in ["c", "b.3"] { core.take(.submit(Self.later(name)), at: 0) }
    func found(of uid: UInt32?, _ prefix: String) -> [String] {
      var search = TaskSearch(of: uid, prefix: prefix)
      var names: [String] = []
      while !search.isOver { names += Self.names(&search, length, among: length, in: core) }
      return names
    }
    #expect(found(of: 1000, "") == ["b.2", "a.3", "b.1", "c", "b.3"])
    #expect(found(of: 1000, "b.") == ["b.2", "b.1", "b.3"])
    #expect(found(of: nil, "") == ["b.2", "a.3", "b.1", "a.1", "c", "b.3"])
    #expect(found(of: 1002, "") == [])
  }

  @Test("It goes back to what it has found, and on from a place that it had")
  func places() throws {
    var core = CoreHarness()
    for name in ["a", "b", "c"] { core.take(.submit(Self.later(name)), at: 0) }
    var search = TaskSearch(of: 1000, prefix: "")
    let found = search.goOn(in: core.scheduler, finding: 9, among: 9)
    #expect(search.isOver)
    search.goBack(to: try #require(found.last))
    #expect(!search.isOver)
    var other = TaskSearch(of: 1000, prefix: "", from: search.next)
    #expect(Self.names(&search, 9, among: 9, in: core) == ["c"])
    #expect(Self.names(&other, 9, among: 9, in: core) == ["c"])
  }

  @Test("It goes on after what has gone and comes to what has come meanwhile")
  func meanwhile() {
    var core = CoreHarness()
    for name in ["d", "c", "b"] { core.take(.submit(Self.later(name)), at: 0) }
    var search = TaskSearch(of: 1000, prefix: "")
    #expect(Self.names(&search, 9, among: 1, in: core) == ["d"])
    core.take(.cancel("c"), at: 1)
    core.take(.submit(Self.later("a")), at: 1)
    #expect(Self.names(&search, 9, among: 9, in: core) == ["b", "a"])
    #expect(search.isOver)
  }
}
