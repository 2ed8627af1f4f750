import Testing

@testable import SchedulerCore

@Suite("What a run has waited for is part of its record")
struct RunWaitTests {
  private static func wait(_ lines: [Directive]) -> RunWait? {
    for case .launch(let launch) in lines { return launch.run.wait }
    return nil
  }

  /// Returns a machine on battery with a task "a" that needs power from outside, submitted at this point.
  private static func onBattery(
    submittedAt point: Double, _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> CoreHarness {
    var core = CoreHarness()
    core.take(.conditions([.powerSource(.battery)]), at: 0)
    var request = TaskRequest.command("a")
    request.requirements = [.externalPower]
    change(&request)
    core.take(.submit(request), at: point)
    return core
  }

  @Test("Since its date, for the reason that was told last; what began in time has not waited")
  func power() {
    var core = Self.onBattery(submittedAt: 10)
    let begun = core.directives(.conditions([.powerSource(.external)]), at: 100)
    #expect(Self.wait(begun) == RunWait(since: .at(10), reason: .externalPower))

    let atOnce = core.directives(.submit(.command("b")), at: 101)
    #expect(atOnce.contains { if case .launch = $0 { true } else { false } } && Self.wait(atOnce) == nil)
  }

  @Test("Not before its date, which is no reason itself; each attempt waits from its own")
  func dates() {
    var core = Self.onBattery(submittedAt: 0) {
      $0.earliestBegin = .at(50)
      $0.retry = Retry(backoff: .linear, initial: .seconds(5), maximum: .seconds(5), maximumAttempts: 2)
    }
    core.take(.timer, at: 50)
    let begun = core.directives(.conditions([.powerSource(.external)]), at: 60)
    #expect(Self.wait(begun) == RunWait(since: .at(50), reason: .externalPower))
    core.take(.runStarted(begun.launched), at: 60)
    core.take(.runEnded(begun.launched, .status(1)), at: 70)
    let again = core.directives(.timer, at: 75)
    #expect(!again.isEmpty && Self.wait(again) == nil)
  }

  @Test("Each occurrence has a reason of its own, which is told again where it is the same")
  func occurrences() {
    var core = Self.onBattery(submittedAt: 0) { $0.repeatEvery = .seconds(100) }
    var begun = core.directives(.conditions([.powerSource(.external)]), at: 10)
    #expect(Self.wait(begun)?.reason == .externalPower)
    core.take(.runStarted(begun.launched), at: 10)
    core.take(.runEnded(begun.launched, .status(0)), at: 11)
    // The timer is late, and nothing else has held it back.
    begun = core.directives(.timer, at: 113)
    #expect(Self.wait(begun)?.since != nil && Self.wait(begun)?.reason == nil)
    core.take(.runStarted(begun.launched), at: 113)
    core.take(.runEnded(begun.launched, .status(0)), at: 114)
    core.take(.conditions([.powerSource(.battery)]), at: 150)
    let told = core.directives(.timer, at: 215).contains { directive in
      if case .report(.held(let task, let reasons)) = directive {
        task.key.identifier == "a" && reasons.first?.code == .externalPower
      } else {
        false
      }
    }
    #expect(told)
  }

  @Test("What waits for a change or for others has no date, so nobody says since when")
  func without() {
    var request = TaskRequest.command("a")
    request.order = TaskOrder(predecessors: [Predecessor("b")])
    var core = CoreHarness()
    core.take(.submit(request), at: 0)
    let other = core.directives(.submit(.command("b")), at: 50)
    core.take(.runStarted(other.launched), at: 50)
    let begun = core.directives(.runEnded(other.launched, .status(0)), at: 60)
    #expect(begun.contains { if case .launch = $0 { true } else { false } } && Self.wait(begun) == nil)
  }
}

extension [Directive] {
  /// The run that is launched; one that nobody knows when there is none.
  fileprivate var launched: RunID {
    for case .launch(let launch) in self { return launch.run.id }
    return RunID("none")
  }
}
