import LinuxSystem
import TestSupport
import Testing

@testable import TaskExecution

@Suite("What a run's unit needs next")
struct UnitRunStateMachineTests {
  typealias Machine = UnitRunStateMachine

  @Test("Each input leads where the table says", arguments: UnitRunRow.table)
  func table(row: UnitRunRow) {
    var machine = row.situation.machine
    #expect(machine.handle(row.input) == row.actions)
    #expect(machine.phase == row.phase)
    #expect(machine.view == row.view)
  }

  @Test("What the table does not have leads to nothing", arguments: UnitRunSituation.all)
  func nothingElse(situation: UnitRunSituation) {
    let told = UnitRunRow.table.filter { $0.situation.testDescription == situation.testDescription }
    for input in Machine.Input.samples where !told.contains(where: { $0.input == input }) {
      var machine = situation.machine
      #expect(machine.handle(input) == [], "\(input.words)")
      #expect(machine.phase == situation.phase && machine.view == situation.view, "\(input.words)")
    }
  }

  @Test("The table has every state and every input, and no cell twice")
  func complete() {
    #expect(Set(UnitRunSituation.all.map(\.phase.number)) == Set(0..<Machine.Phase.count))
    #expect(Set(Machine.Input.samples.map(\.number)) == Set(0..<Machine.Input.count))
    #expect(Set(UnitRunRow.table.map(\.situation.phase.number)).count == Machine.Phase.count - 1)
    #expect(Set(UnitRunRow.table.map(\.input.number)) == Set(0..<Machine.Input.count))
    #expect(Set(UnitRunRow.table.map(\.testDescription)).count == UnitRunRow.table.count)
    for row in UnitRunRow.table { #expect(Machine.Input.samples.contains(row.input), "\(row)") }
    for situation in UnitRunSituation.all {
      #expect(situation.machine.phase == situation.phase && situation.machine.view == situation.view)
    }
  }

  @Test("The odd ways", arguments: UnitRunStory.all)
  func stories(story: UnitRunStory) {
    var machine = story.begin.machine
    for step in story.steps { #expect(machine.handle(step.input) == step.actions, "\(step.input.words)") }
  }

  @Test("With KillMode=process what a program leaves behind is left alone")
  func leavesBehind() {
    var kept = UnitSnapshot.kept
    kept.leavesBehind = true
    var machine = UnitRunSituation.running.machine
    #expect(machine.handle(.changed(kept)).contains { if case .ended = $0 { true } else { false } })
    #expect(machine.phase == .ended)
    #expect(machine.release == UnitRelease(unit: UnitRunSituation.transient.name, method: "StopUnit"))
  }

  @Test("A unit of our own is let go of as it was left, an existing one never")
  func release() {
    let name = UnitRunSituation.transient.name
    var machine = UnitRunSituation.running.machine
    #expect(machine.release == nil)
    _ = machine.handle(.changed(.kept))
    #expect(machine.release == UnitRelease(unit: name, method: "StopUnit"))
    _ = machine.handle(.changed(.failed))
    #expect(machine.release == UnitRelease(unit: name, method: "ResetFailedUnit"))
    for snapshot in [UnitSnapshot.kept, .failed] {
      var existing = UnitRunSituation.existingRunning.machine
      _ = existing.handle(.changed(snapshot))
      #expect(existing.phase == .ended)
      #expect(existing.release == nil)
    }
  }

  @Test("Whatever comes in, in whatever order: one last word, nothing after it, no second start")
  func anyOrder() {
    var phases: Set<Int> = []
    var lastWords = 0
    for seed in 0..<2000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      guard let begin = UnitRunSituation.all.randomElement(using: &random) else { return }
      var witness = UnitRunWitness(begin.beginning)
      for input in begin.inputs { witness.take(input) }
      for _ in 0..<60 {
        if let input = Machine.Input.samples.randomElement(using: &random) { witness.take(input) }
        phases.insert(witness.machine.phase.number)
      }
      #expect(witness.faults == [], "seed \(seed), from \(begin)")
      if witness.isOver { lastWords += 1 }
    }
    // What hardly ever comes to anything shows nothing.
    #expect(phases.count == Machine.Phase.count)
    #expect(lastWords > 1000)
  }
}

/// Sees to it that what a machine says makes sense.
struct UnitRunWitness {
  private(set) var machine: UnitRunStateMachine
  private(set) var faults: [String] = []
  private(set) var isOver = false
  private var isLinked = false
  private var isStarted = false
  private var isAdopted = false
  /// The manager was asked to start it and has heard that, as far as anybody knows.
  private var isAsked = false
  private var isRepeated = false

  init(_ machine: UnitRunStateMachine) { self.machine = machine }

  mutating func take(_ input: UnitRunStateMachine.Input) {
    switch input {
    case .linkReady: isLinked = true
    case .linkLost: (isLinked, isAsked) = (false, false)
    case .startAnswered(.failure(.gone)): isAsked = false
    default: break
    }
    for action in machine.handle(input) {
      hold(!isOver, "\(action) comes after the last word")
      take(action)
    }
  }

  private mutating func take(_ action: UnitRunStateMachine.Action) {
    switch action {
    case .startTransientUnit, .startUnit:
      hold(isLinked, "\(action) without a manager")
      if isAsked {
        hold(!isRepeated, "it is started a third time")
        isRepeated = true
      }
      isAsked = true
    case .loadUnit, .look, .readArguments, .killAll: hold(isLinked, "\(action) without a manager")
    // There is one that has just answered.
    case .stop: hold(isLinked || machine.phase == .clearing, "\(action) without a manager")
    // Its failure is what leads on.
    case .killLeftovers: break
    case .removeEnvironment, .claim: break
    case .started:
      hold(!isStarted && !isAdopted, "it is started twice")
      isStarted = true
    case .adopted(let state):
      hold(!isStarted && !isAdopted, "it is adopted twice")
      isAdopted = true
      if case .missing = state { isOver = true }
    case .failed:
      hold(!isStarted && !isAdopted, "what was started has failed to start")
      isOver = true
    case .ended:
      hold(isStarted || isAdopted, "what was not started has ended")
      isOver = true
    }
  }

  private mutating func hold(_ condition: Bool, _ fault: String) { if !condition { faults.append(fault) } }
}

extension UnitRunStateMachine.Phase {
  static let count = 13

  /// Each has its own, so that one that is new is missed.
  fileprivate var number: Int {
    switch self {
    case .idle: 0
    case .loading: 1
    case .inspecting: 2
    case .unsure: 3
    case .asked: 4
    case .starting: 5
    case .finding: 6
    case .held: 7
    case .running: 8
    case .sweeping: 9
    case .clearing: 10
    case .discarding: 11
    case .ended: 12
    }
  }
}

extension UnitRunStateMachine.Input {
  static let count = 19

  fileprivate var number: Int {
    switch self {
    case .linkReady: 0
    case .linkLost: 1
    case .linkFailed: 2
    case .reloadBegan: 3
    case .reloadEnded: 4
    case .expire: 5
    case .kill: 6
    case .goOn: 7
    case .startAnswered: 8
    case .environmentFailed: 9
    case .loadAnswered: 10
    case .pathClaimed: 11
    case .pathTaken: 12
    case .looked: 13
    case .argumentsRead: 14
    case .leftoversKilled: 15
    case .changed: 16
    case .jobRemoved: 17
    case .unitRemoved: 18
    }
  }
}
