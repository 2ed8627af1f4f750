import Testing

@testable import SchedulerCore

@Suite("Files whose tasks come after each other")
struct DeclaredOrderTests {
  private static func file(_ name: String, after predecessors: String..., pause: Int64 = 1) -> Declaration {
    file(name, after: predecessors, pause: pause)
  }

  private static func file(_ name: String, after predecessors: [String], pause: Int64 = 1) -> Declaration {
    .file(
      "\(name).task",
      .command(name) {
        $0.earliestBegin = .at(1000)
        $0.order.predecessors = predecessors.map { Predecessor($0, mustSucceed: true) }
        $0.overdueAfter = .seconds(pause)
      }, payload: Array((predecessors.joined() + "\(pause)").utf8))
  }

  /// The refusals until all files were gone through.
  private static func refused(
    _ core: inout CoreHarness, _ files: [Declaration], at seconds: Double
  ) -> [String] {
    var lines = core.take(.declare(DeclarationSet(files)), at: seconds)
    while core.scheduler.isDeclaring { lines += core.take(.goOn, at: seconds) }
    return lines.filter { $0.contains("refused") }
  }

  @Test(
    "What files said before closes no circle with what they say now, whichever is read first",
    arguments: [["x", "y"], ["y", "x"]])
  func turnedRound(names: [String]) {
    for restarts in [false, true] {
      var core = CoreHarness()
      core.take(.declare(Self.file("x", after: "y"), Self.file("y")), at: 0)
      if restarts {
        core = core.restarted()
        core.start(at: 1)
      }
      let now = ["x": Self.file("x"), "y": Self.file("y", after: "x")]
      #expect(Self.refused(&core, names.compactMap { now[$0] }, at: 2) == [])
      #expect(core.scheduler.task("y", of: 1000)?.task.request.order.predecessors.map(\.identifier) == ["x"])
      #expect(core.scheduler.task("x", of: 1000)?.task.request.order.predecessors == [])
    }
  }

  @Test("Nor does what no file says any more")
  func gone() {
    var core = CoreHarness()
    core.take(.declare(Self.file("x", after: "y"), Self.file("y")), at: 0)
    #expect(Self.refused(&core, [Self.file("y", after: "x")], at: 1) == [])
    #expect(core.scheduler.task("x", of: 1000) == nil)
    #expect(core.scheduler.task("y", of: 1000)?.task.request.order.predecessors.map(\.identifier) == ["x"])
  }

  @Test("A chain that is turned round is taken, however long it is")
  func chain() {
    let names = (1...300).map { "t\($0)" }
    func files(_ names: [String]) -> [Declaration] {
      names.indices.map { Self.file(names[$0], after: $0 == 0 ? [] : [names[$0 - 1]]) }
    }
    var core = CoreHarness()
    #expect(Self.refused(&core, files(names), at: 0) == [])
    let turned = files(names.reversed())
    for set in [turned, turned.reversed(), files(names)] {
      #expect(Self.refused(&core, set, at: 1) == [])
      for file in set {
        #expect(
          core.scheduler.task(file.request.identifier, of: 1000)?.task.request.order == file.request.order)
      }
    }
  }

  @Test(
    "What is refused for something else leaves what was, and what closes a circle with that is refused once")
  func refusedBefore() {
    var core = CoreHarness()
    core.take(.declare(Self.file("x", after: "y"), Self.file("y")), at: 0)
    var broken = Self.file("x")
    broken.request.runtimeLimit = .hours(1_000_000)
    for set in [[Self.file("y", after: "x"), broken], [broken, Self.file("y", after: "x")]] {
      let lines = Self.refused(&core, set, at: 1)
      #expect(lines.count == 2 && Set(lines).count == 2, "\(lines)")
      #expect(core.scheduler.task("x", of: 1000)?.task.request.order.predecessors.map(\.identifier) == ["y"])
    }
  }

  @Test("A circle among the files themselves is refused, and the rest is taken")
  func circle() {
    var core = CoreHarness()
    core.take(.declare(Self.file("x", after: "y"), Self.file("y"), Self.file("z")), at: 0)
    let lines = Self.refused(
      &core,
      [Self.file("y", after: "x"), Self.file("x", after: "y", pause: 2), Self.file("z", after: "x")], at: 1)
    #expect(lines.count == 1, "\(lines)")
    #expect(core.scheduler.task("z", of: 1000)?.task.request.order.predecessors.map(\.identifier) == ["x"])
  }

  @Test("Of any files without a circle none is refused, whatever they said before", arguments: 1...200)
  func anyFiles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d", "e", "f"]
    func files() -> [Declaration] {
      let order = names.shuffled(using: &random)
      let files = order.indices.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.map { place in
        Self.file(order[place], after: order[..<place].filter { _ in Bool.random(using: &random) })
      }
      return files.shuffled(using: &random)
    }
    var core = CoreHarness()
    for round in 0..<10 {
      let set = files()
      #expect(Self.refused(&core, set, at: Double(round)) == [])
      for file in set {
        #expect(
          core.scheduler.task(file.request.identifier, of: 1000)?.task.request.order == file.request.order)
      }
    }
  }
}
