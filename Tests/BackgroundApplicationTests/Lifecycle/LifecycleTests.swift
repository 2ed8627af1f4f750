import TestSupport
import Testing

@testable import BackgroundApplication

@Suite("A program's states, and its hooks for them, in virtual time")
struct LifecycleTests {
  private let life = SimulatedLifecycle()
  private let diary = Diary()
  private var lifecycle: Lifecycle { life.lifecycle }

  /// A hook for each state, which writes what counts while it runs.
  private func writeEachState() {
    for (state, add) in Self.hooks(lifecycle) {
      add { diary.write("\(state), still \(lifecycle.state)") }
    }
  }

  @Test("Hooks run in the documented order, each before its state counts")
  func order() async {
    writeEachState()
    await lifecycle.enter(.active)
    #expect(lifecycle.state == .active)
    await lifecycle.enter(.suspended)
    await lifecycle.enter(.background)
    #expect(
      diary.lines == [
        "inactive, still background", "active, still inactive",
        "inactive, still active", "background, still inactive", "suspended, still background",
        "background, still suspended",
      ])
  }

  @Test("Where the program is already, nothing runs")
  func there() async {
    writeEachState()
    await lifecycle.enter(.background)
    #expect(diary.lines.isEmpty)
  }

  @Test("Hooks of a state run side by side")
  func parallel() async {
    let (first, second) = (FirstOf<Bool>(), FirstOf<Bool>())
    lifecycle.onInactive {
      first.tell(true)
      _ = await second.value()
    }
    lifecycle.onInactive {
      second.tell(true)
      _ = await first.value()
    }
    await lifecycle.enter(.inactive)
    #expect(lifecycle.state == .inactive)
  }

  @Test("A hook that does not end is cancelled at its limit, told of, and not waited for")
  func overdue() async {
    let (started, isCancelled) = (FirstOf<Bool>(), FirstOf<Bool>())
    var overdue = lifecycle.overdueHooks.makeAsyncIterator()
    lifecycle.onBackground(limit: .seconds(2)) {
      await withTaskCancellationHandler {
        started.tell(true)
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
          // Whoever waits here waits for ever: nobody resumes it.
        }
      } onCancel: {
        isCancelled.tell(true)
      }
    }
    await lifecycle.enter(.inactive)
    async let there: Void = lifecycle.enter(.background)
    _ = await started.value()
    life.advance(by: .milliseconds(1999))
    #expect(lifecycle.state == .inactive)
    life.advance(by: .milliseconds(1))
    await there
    #expect(lifecycle.state == .background)
    #expect(await overdue.next() == .background)
    #expect(await isCancelled.value())
  }

  @Test("A hook that is cancelled runs no more; one that comes late runs the next time")
  func registrations() async {
    let early = lifecycle.onInactive { diary.write("early") }
    lifecycle.onActive {
      diary.write("active")
      lifecycle.onActive { diary.write("late") }
    }
    await lifecycle.enter(.active)
    #expect(diary.lines == ["early", "active"])
    early.cancel()
    await lifecycle.enter(.inactive)
    await lifecycle.enter(.active)
    #expect(diary.lines.dropFirst(2).sorted() == ["active", "late"])
  }

  @Test("In 1,000 random orders each state's hooks end before it counts, and none is left out")
  func randomOrders() async {
    for seed in UInt64(1)...1000 {
      var random = SplitMix64(seed: seed)
      let (life, diary) = (SimulatedLifecycle(), Diary())
      for (state, add) in Self.hooks(life.lifecycle) {
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          add { diary.write("\(state)") }
        }
      }
      var states = life.lifecycle.states.makeAsyncIterator()
      var wishes: [LifecycleState] = []
      for _ in 0..<4 { wishes.append(LifecycleState.allCases.randomElement(using: &random) ?? .active) }
      let isAtOnce = Bool.random(using: &random)
      await withTaskGroup(of: Void.self) { group in
        for wish in wishes {
          if isAtOnce {
            group.addTask { await life.lifecycle.enter(wish) }
          } else {
            await life.lifecycle.enter(wish)
          }
        }
      }
      let last = life.lifecycle.state
      #expect(isAtOnce ? wishes.contains(last) : last == wishes.last, "seed \(seed)")
      // What was entered, from the hooks, without repetitions of a step.
      var steps: [LifecycleState] = []
      var state = LifecycleState.background
      for line in diary.lines {
        guard let entered = LifecycleState.allCases.first(where: { "\($0)" == line }) else { continue }
        if steps.last == entered { continue }
        steps.append(entered)
      }
      for step in steps {
        #expect(abs(step.rawValue - state.rawValue) == 1, "seed \(seed)")
        #expect(await states.next() == step, "seed \(seed)")
        state = step
      }
      #expect(state == last, "seed \(seed)")
    }
  }

  static func hooks(_ lifecycle: Lifecycle) -> [(
    LifecycleState, (@escaping @Sendable () async -> Void) -> Void
  )] {
    [
      (.active, { lifecycle.onActive($0) }), (.inactive, { lifecycle.onInactive($0) }),
      (.background, { lifecycle.onBackground($0) }), (.suspended, { lifecycle.onSuspend($0) }),
    ]
  }

  @Test("Warnings, changes of the time and low power are told from when somebody asks")
  func news() async {
    life.warnOfMemory()
    var warnings = lifecycle.memoryWarnings.makeAsyncIterator()
    var changes = lifecycle.significantTimeChanges.makeAsyncIterator()
    var modes = lifecycle.lowPowerModes.makeAsyncIterator()
    life.changeTime(.zone)
    life.changeTime(.clock)
    life.setLowPowerMode(true)
    life.warnOfMemory()
    #expect(await changes.next() == .zone)
    #expect(await changes.next() == .clock)
    #expect(await modes.next() == true)
    #expect(await warnings.next() == MemoryWarning())
  }
}
