import TestSupport
import Testing

@testable import BackgroundApplication

@Suite("The order of a program's states")
struct LifecycleMachineTests {
  @Test("From active through inactive to background, and back, a step at a time")
  func order() {
    var machine = LifecycleMachine(.background)
    #expect(machine.want(.active) == .inactive)
    #expect(machine.state == .background)
    #expect(machine.arrive() == .active)
    #expect(machine.state == .inactive)
    #expect(machine.arrive() == nil)
    #expect(machine.state == .active)
    #expect(machine.want(.suspended) == .inactive)
    #expect(machine.arrive() == .background)
    #expect(machine.arrive() == .suspended)
    #expect(machine.arrive() == nil)
    #expect(machine.state == .suspended)
  }

  @Test("A step that has begun is finished before another wish is followed")
  func changedMind() {
    var machine = LifecycleMachine(.active)
    #expect(machine.want(.background) == .inactive)
    #expect(machine.want(.active) == nil)
    #expect(machine.arrive() == .active)
    #expect(machine.arrive() == nil)
    #expect(machine.want(.active) == nil)
  }

  @Test("In 1,000 random orders no state is left out, and the last wish is fulfilled")
  func randomOrders() {
    for seed in UInt64(1)...1000 {
      var random = SplitMix64(seed: seed)
      var machine = LifecycleMachine(LifecycleState.allCases.randomElement(using: &random) ?? .active)
      var last = machine.state
      for _ in 0..<50 {
        let before = machine
        let isWish = Bool.random(using: &random)
        if isWish { last = LifecycleState.allCases.randomElement(using: &random) ?? last }
        let entered = isWish ? machine.want(last) : machine.arrive()
        let step = abs(machine.state.rawValue - before.state.rawValue)
        #expect(step == (isWish || before.entered == nil ? 0 : 1), "seed \(seed)")
        if step == 1 { #expect(machine.state == before.entered, "seed \(seed)") }
        // A wish while a step is underway has nothing entered twice.
        if isWish, before.entered != nil { #expect(entered == nil, "seed \(seed)") }
        if let entered { #expect(abs(entered.rawValue - machine.state.rawValue) == 1, "seed \(seed)") }
        // It rests only where it is wanted.
        if machine.entered == nil { #expect(machine.state == last, "seed \(seed)") }
      }
      let steps = (0..<4).count { _ in machine.arrive() != nil }
      #expect(steps <= 3, "seed \(seed)")
      #expect(machine.entered == nil, "seed \(seed)")
      #expect(machine.state == last, "seed \(seed)")
    }
  }
}
