import Testing

@testable import SchedulerCore

@Suite("What comes after others, and groups")
struct OrderOfTasksTests {
  private static func request(
    _ name: String, after: [String] = [], any: [String] = [], group: String? = nil, repeats: Bool = false
  ) -> TaskRequest {
    var request = TaskRequest.command(name)
    request.order = TaskOrder(
      group: group,
      predecessors: after.map { Predecessor($0) } + any.map { Predecessor($0, mustSucceed: false) },
      repeats: repeats)
    return request
  }

  /// Returns the words with which the request is refused.
  private static func refusal(
    of request: TaskRequest, _ core: inout CoreHarness, at seconds: Double
  ) throws -> String {
    let reply = core.directives(.submit(request), at: seconds).first
    guard case .reply(_, .failed(.invalidRequest(_, let message)))? = reply else {
      throw Accepted(reply: reply)
    }
    return message
  }

  private struct Accepted: Error { let reply: Directive? }

  private static func starts(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("launch") } }

  /// A task of this name is submitted, runs and succeeds at once.
  /// - Returns: The number of runs that its end starts.
  private static func end(_ name: String, _ core: inout CoreHarness, at seconds: Double) -> Int {
    core.take(.submit(.command(name)), at: seconds)
    let run = core.notation.runs.count
    core.take(.runStarted(core.run(run)), at: seconds)
    return starts(core.take(.runEnded(core.run(run), .status(0)), at: seconds))
  }

  @Test("It begins when the other has succeeded, not when it has failed, and once")
  func after() {
    var core = CoreHarness()
    #expect(Self.starts(core.take(.submit(Self.request("prune", after: ["backup"])), at: 0)) == 0)
    #expect(core.reasons("prune", at: 0) == ["after"])
    core.take(.submit(.command("backup")), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    #expect(Self.starts(core.take(.runEnded(core.run(1), .status(1)), at: 2)) == 0)
    core.take(.submit(.command("backup")), at: 3)
    core.take(.runStarted(core.run(2)), at: 3)
    #expect(Self.starts(core.take(.runEnded(core.run(2), .status(0)), at: 4)) == 1)
    core.take(.runStarted(core.run(3)), at: 4)
    core.take(.runEnded(core.run(3), .status(0)), at: 5)
    #expect(core.scheduler.pendingCount == 0 && core.scheduler.activeRuns.isEmpty)
  }

  @Test("Any end will do where that is asked for, but for its owner's wish")
  func any() {
    for (exit, isCancelled) in [(Exit.status(1), false), (.signal("SIGTERM"), true)] {
      var core = CoreHarness()
      core.take(.submit(Self.request("mail", any: ["backup"])), at: 0)
      core.take(.submit(.command("backup")), at: 1)
      core.take(.runStarted(core.run(1)), at: 1)
      if isCancelled { core.take(.cancel("backup"), at: 2) }
      #expect(Self.starts(core.take(.runEnded(core.run(1), exit), at: 3)) == (isCancelled ? 0 : 1))
    }
  }

  @Test("An attempt that is tried again has not ended; the last one has")
  func retried() {
    var core = CoreHarness()
    core.take(.submit(Self.request("mail", any: ["backup"])), at: 0)
    var backup = TaskRequest.command("backup")
    backup.retry = Retry(backoff: .linear, initial: .seconds(1), maximum: .seconds(1), maximumAttempts: 2)
    core.take(.submit(backup), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    #expect(Self.starts(core.take(.runEnded(core.run(1), .status(1)), at: 2)) == 0)
    core.take(.timer, at: 3)
    core.take(.runStarted(core.run(2)), at: 3)
    #expect(Self.starts(core.take(.runEnded(core.run(2), .status(1)), at: 4)) == 1)
  }

  @Test("Each time, where it comes round with them: also when one ends while it runs; all of them are needed")
  func rounds() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 9 })
    core.take(.submit(Self.request("report", after: ["a", "b"], repeats: true)), at: 0)
    #expect(Self.end("a", &core, at: 10) == 0)
    #expect(core.explanation("report", at: 10)?.reasons.first?.required == "b")
    #expect(Self.end("a", &core, at: 20) == 0)
    #expect(Self.end("b", &core, at: 30) == 1)
    let report = core.notation.runs.count
    core.take(.runStarted(core.run(report)), at: 30)
    #expect(Self.end("a", &core, at: 40) == 0)
    core.take(.runEnded(core.run(report), .status(0)), at: 50)
    #expect(core.reasons("report", at: 50) == ["after"])
    #expect(core.explanation("report", at: 50)?.reasons.first?.required == "b")
    #expect(Self.end("b", &core, at: 60) == 1)
  }

  @Test("An occurrence that is dropped at its deadline has the ends behind it that it waited with")
  func dropped() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    var report = Self.request("report", after: ["a"])
    (report.earliestBegin, report.deadline, report.onDeadline) = (.at(100), .at(200), .drop)
    (report.repeatEvery, report.requirements) = (.hours(1), .externalPower)
    core.take(.submit(report), at: 0)
    #expect(Self.end("a", &core, at: 10) == 0)
    #expect(core.take(.timer, at: 200).contains { $0.hasPrefix("report ended") && $0.contains("missed") })
    core.take(.conditions([.powerSource(.external)]), at: 300)
    #expect(Self.starts(core.take(.timer, at: 3700)) == 0)
    #expect(core.reasons("report", at: 3700) == ["after"])
    #expect(Self.end("a", &core, at: 3710) == 1)
  }

  @Test("What is served is kept over a restart, and over a submission that asks for the same")
  func kept() {
    var core = CoreHarness()
    core.take(.submit(Self.request("report", after: ["a", "b"])), at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    var next = core.restarted()
    next.start(at: 3)
    #expect(next.explanation("report", at: 3)?.reasons.first?.required == "b")
    next.take(.submit(Self.request("report", after: ["a", "b"])), at: 4)
    #expect(next.explanation("report", at: 4)?.reasons.first?.required == "b")
    next.take(.submit(Self.request("report", after: ["a", "c"])), at: 5)
    #expect(next.explanation("report", at: 5)?.reasons.first?.required == "c")
    next.take(.submit(Self.request("report", after: ["b"])), at: 6)
    next.take(.submit(Self.request("report", after: ["b", "a"])), at: 7)
    #expect(next.explanation("report", at: 7)?.reasons.first?.required == "b, a")
  }

  @Test(
    "Ends that the replaced task knew count for the predecessors that both name, in any order and strictness")
  func takenOver() {
    var core = CoreHarness()
    core.take(.submit(Self.request("report", after: ["a", "b"])), at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.take(.runStarted(core.run(1)), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    core.take(.submit(Self.request("report", after: ["b", "a", "c"])), at: 3)
    #expect(core.explanation("report", at: 3)?.reasons.first?.required == "b, c")
    core.take(
      .submit(
        .command("report") {
          $0.order.predecessors = [Predecessor("a", mustSucceed: false), Predecessor("b")]
        }), at: 4)
    #expect(core.explanation("report", at: 4)?.reasons.first?.required == "b")
  }

  @Test("A retry that is replaced has its predecessors behind it, and so has one after a restart")
  func replacedRetry() {
    var core = CoreHarness()
    let retry = Retry(initial: .seconds(60), maximum: .seconds(60), maximumAttempts: 3)
    core.take(.submit(Self.request("report", after: ["a"]).with { $0.retry = retry }), at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    core.take(.runEnded(core.run(2), .status(75)), at: 3)
    #expect(core.reasons("report", at: 4) == ["backoff"])
    core.take(.submit(Self.request("report", after: ["a"]).with { $0.retry = retry }), at: 5)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["report"])
  }

  @Test("Ends that come while it runs count for the request that replaces it meanwhile")
  func replacedWhileItRuns() {
    var core = CoreHarness()
    let report = Self.request("report", after: ["a"], repeats: true)
    core.take(.submit(report), at: 0)
    core.take(.submit(.command("a")), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["report"])
    core.take(.submit(report), at: 3)
    #expect(core.explanation("report", at: 3)?.reasons.contains { $0.code == .after } == true)
    core.take(.submit(.command("a")), at: 4)
    core.take(.runEnded(core.run(3), .status(0)), at: 5)
    core.take(.submit(report), at: 6)
    core.take(.runEnded(core.run(2), .status(0)), at: 7)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["report"])
  }

  @Test("A transfer does not come after the task that waits for it, at any distance")
  func sessions() throws {
    var core = CoreHarness()
    func transfer(after predecessor: String) -> TaskRequest {
      TaskRequest(
        identifier: "x", kind: .transfer,
        order: TaskOrder(predecessors: [Predecessor(predecessor)]),
        transfer: TransferRule(host: "a:443", session: "s"))
    }
    #expect(core.take(.submit(transfer(after: "s")), at: 0) == ["reply invalid transfer.session"])
    core.take(.submit(Self.request("between", after: ["s"])), at: 1)
    #expect(core.take(.submit(transfer(after: "between")), at: 2) == ["reply invalid transfer.session"])
    #expect(core.take(.submit(transfer(after: "other")), at: 3).contains { $0.hasPrefix("put") })
  }

  @Test("A predecessor that is over, or that never was, is said to be none")
  func absent() {
    var core = CoreHarness()
    core.take(.submit(.command("backup")), at: 0)
    core.take(.submit(Self.request("check", after: ["backup"])), at: 0)
    func message(at seconds: Double) -> String? {
      core.explanation("check", at: seconds)?.reasons.first?.message
    }
    #expect(message(at: 0) == "it comes after backup, which has not succeeded since")
    core.take(.runStarted(core.run(1)), at: 1)
    #expect(message(at: 1) == "it comes after backup, which has not succeeded since")
    core.take(.runEnded(core.run(1), .status(1)), at: 2)
    #expect(
      message(at: 2)
        == "it comes after backup, which has not succeeded since; no task backup is pending or running")
    core.take(.submit(.command("backup")), at: 3)
    #expect(message(at: 3) == "it comes after backup, which has not succeeded since")
  }

  @Test("Nothing comes after itself, at any distance: the way round is said")
  func cycles() throws {
    var core = CoreHarness()
    #expect(core.take(.submit(Self.request("a", after: ["a"])), at: 0) == ["reply invalid order.after[0]"])
    core.take(.submit(Self.request("b", after: ["x", "a"])), at: 0)
    core.take(.submit(Self.request("c", any: ["b"])), at: 0)
    #expect(
      core.take(.submit(Self.request("a", after: ["y"], any: ["c"])), at: 0) == [
        "reply invalid order.afterAny[0]"
      ])
    let message = try Self.refusal(of: Self.request("a", after: ["c"]), &core, at: 0)
    #expect(message.contains("a after c after b after a; a task cannot come after itself"))
    // Another user's are others.
    #expect(
      core.take(.submit(Self.request("a", after: ["c"]), uid: 1001), at: 0).contains { $0.hasPrefix("put") })
  }

  @Test("A long way round is said by its beginning and its end, and many ways are gone once")
  func longCycles() throws {
    func name(_ number: Int) -> String { "\(number)-" + String(repeating: "x", count: 200) }
    var core = CoreHarness()
    let count = 400
    for number in 1..<count {
      let before = (max(number - 16, 0)..<number).map(name)
      core.take(.submit(Self.request(name(number), any: before)), at: 0)
    }
    #expect(core.scheduler.orderLooks == 0)
    // Nothing is found, and each task is reached once.
    core.take(.submit(Self.request("z", any: [name(count - 1)])), at: 1)
    core.take(.submit(Self.request("y", any: ["z"])), at: 1)
    core.take(.submit(Self.request("z", any: (count - 16..<count).map(name))), at: 2)
    #expect((count - 1...2 * count).contains(core.scheduler.orderLooks))
    let chain = (1...count).map { Self.request("c\(name($0))", any: ["c\(name($0 - 1))"]) }
    core.take(.submitBatch(chain), at: 3)
    let circle = Self.request("c\(name(0))", any: ["c\(name(count))"])
    let message = try Self.refusal(of: circle, &core, at: 4)
    #expect(message.contains("after \(count - 6) more after") && message.utf8.count < 4000, "\(message)")
    // A search that would take long is not made.
    let longer = (count + 1...2100).map { Self.request("c\(name($0))", any: ["c\(name($0 - 1))"]) }
    core.take(.submitBatch(longer), at: 5)
    while core.scheduler.isSubmitting { core.take(.goOn, at: 5) }
    let closing = Self.request("c\(name(0))", any: ["c\(name(2100))"])
    #expect(core.take(.submit(closing), at: 6) == ["reply invalid order"])
  }

  @Test("Of a group one runs at a time, in the order of their dates; other groups and users go on")
  func group() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 9 })
    #expect(Self.starts(core.take(.submit(Self.request("a", group: "disk")), at: 0)) == 1)
    #expect(Self.starts(core.take(.submit(Self.request("b", group: "disk")), at: 1)) == 0)
    #expect(Self.starts(core.take(.submit(Self.request("c", group: "disk")), at: 2)) == 0)
    #expect(Self.starts(core.take(.submit(Self.request("d", group: "net")), at: 3)) == 1)
    #expect(Self.starts(core.take(.submit(Self.request("a", group: "disk"), uid: 1001), at: 4)) == 1)
    #expect(core.reasons("c", at: 4) == ["group"])
    #expect(core.explanation("c", at: 4)?.reasons.first?.observed == "a")
    core.take(.runStarted(core.run(1)), at: 5)
    #expect(
      core.take(.runEnded(core.run(1), .status(0)), at: 6).contains {
        $0.hasPrefix("launch") && $0.contains("b")
      })
    #expect(core.explanation("c", at: 6)?.reasons.first?.observed == "b")
  }

  @Test("One of a group that waits for something else does not hold up the others")
  func groupWaits() {
    var core = CoreHarness(conditions: [.powerSource(.battery)])
    core.take(.submit(Self.request("a", group: "disk")), at: 0)
    var demanding = Self.request("b", group: "disk")
    demanding.requirements = [.externalPower]
    core.take(.submit(demanding), at: 1)
    core.take(.submit(Self.request("c", group: "disk")), at: 2)
    core.take(.runStarted(core.run(1)), at: 3)
    #expect(
      core.take(.runEnded(core.run(1), .status(0)), at: 4).contains {
        $0.hasPrefix("launch") && $0.contains("c")
      })
    #expect(core.reasons("b", at: 4) == ["group", "externalPower"])
  }

  @Test("A group's run that outlives the daemon holds its group")
  func groupSurvives() {
    var core = CoreHarness()
    core.take(.submit(Self.request("a", group: "disk")), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    core.take(.submit(Self.request("b", group: "disk")), at: 1)
    var next = core.restarted()
    next.start(at: 2, surviving: [core.run(1)])
    #expect(next.reasons("b", at: 2) == ["group"])
    #expect(Self.starts(next.take(.runEnded(core.run(1), .status(0)), at: 3)) == 1)
  }

  @Test("A person starts one all the same")
  func byHand() {
    var core = CoreHarness()
    core.take(.submit(Self.request("a", group: "disk")), at: 0)
    core.take(.submit(Self.request("b", after: ["z"], group: "disk")), at: 0)
    #expect(Self.starts(core.take(.call(.simulateLaunch(identifier: "b"), uid: 1000), at: 1)) == 1)
  }
}
