import SchedulerAPI
import TestSupport
import Testing
import Varlink

@testable import BackgroundTasks

/// What holds of every sequence of inputs.
@Suite("Sequences of deliveries")
struct DeliverySequenceTests {
  @Test(
    "In whatever order: no run begins or is told to stop twice, nothing is sent without a connection",
    arguments: 1...20 as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    var watch = DeliveryWatch()
    var random = SplitMix64(seed: seed)
    for step in 1...2000 {
      // Of a state that is closed there is little to see.
      let input = step < 1900 ? Self.anything(&random, step) : .close
      let faults = watch.take(input).faults
      #expect(faults == [], "seed \(seed), step \(step), \(input)")
      if !faults.isEmpty { return }
    }
  }

  private static func anything(_ random: inout SplitMix64, _ step: Int) -> DeliveryState.Input {
    let identifier = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let runId = ["run1", "run2", "run3", "run4"].randomElement(using: &random) ?? "run1"
    let end = DeliveredRuns.End(runId: runId, success: Bool.random(using: &random))
    let error: SchedulerInterfaceError =
      [
        .notPermitted(identifier: identifier, message: ""), .permissionDenied(message: ""),
        .unavailable(message: ""), .noSuchTask(identifier: ""),
      ].randomElement(using: &random) ?? .simulationDisabled
    let inputs: [DeliveryState.Input] = [
      .register(identifier, caller: step), .gaveUp(caller: step - Int.random(in: 1...9, using: &random)),
      .unregister(identifier), .added(identifier, to: "r1"), .notAdded(identifier, nil),
      .notAdded(identifier, error), .connected, .connected, .confirmed(), .confirmed("r2"), .confirmed(nil),
      .launched(runId, identifier), .expired(runId), .refused(error), .garbled(identifier), .lost,
      .pauseOver(attempt: step % 7), .addAgain, .resumed, .tellAgain, .completed(end), .told(end),
      .notTold(end),
    ]
    return inputs.randomElement(using: &random) ?? .lost
  }

  @Test(
    "A daemon that is well again has everything registered, everybody answered, and every end told",
    arguments: 1...20 as ClosedRange<UInt64>)
  func well(seed: UInt64) {
    var world = DeliveryWorld(seed: seed)
    for _ in 1...1000 { world.step() }
    world.becomeWell()
    var steps = 0
    while !world.isQuiet, steps < 500 {
      world.step()
      steps += 1
    }
    #expect(world.faults == [], "seed \(seed)")
    let state = world.watch.state
    #expect(world.isQuiet, "seed \(seed): \(state.text)")
    #expect(state.callers == [], "seed \(seed)")
    #expect(state.runs.untold == [], "seed \(seed)")
    #expect(world.ended.subtracting(world.heard) == [], "seed \(seed)")
    #expect(world.ended.count > 10, "seed \(seed): nothing much has happened")
    if case .registered(let registration) = state.phase {
      #expect(registration.known.isSuperset(of: state.identifiers), "seed \(seed): \(state.text)")
    } else {
      Issue.record("seed \(seed): \(state.text)")
    }
  }
}

/// A state, and what must never come out of it.
struct DeliveryWatch {
  private(set) var state = DeliveryState()
  /// Runs that began and whose ends are not known to the daemon.
  private var begun: Set<String> = []
  private var stopped: Set<String> = []
  private var answered: Set<Int> = []
  private var isConnecting = false

  mutating func take(_ input: DeliveryState.Input) -> (actions: [DeliveryState.Action], faults: [String]) {
    let wasRunning = Set(state.runs.names)
    let wasClosed = state.phase == .closed
    switch input {
    case .lost, .refused, .garbled: isConnecting = false
    default: break
    }
    let actions = state.handle(input)
    let forgotten = wasRunning.subtracting(state.runs.names)
    begun.subtract(forgotten)
    stopped.subtract(forgotten)
    var faults = actions.compactMap { fault($0) }
    if wasClosed, actions.contains(where: { !Self.mayFollowClosing($0) }) {
      faults.append("done when closed")
    }
    return (actions, faults)
  }

  private static func mayFollowClosing(_ action: DeliveryState.Action) -> Bool {
    switch action {
    case .answer, .disconnect, .warn: true
    default: false
    }
  }

  private mutating func fault(_ action: DeliveryState.Action) -> String? {
    let isRight: Bool
    switch action {
    case .connect:
      isRight = !isConnecting && state.phase.name == "connecting"
      isConnecting = true
    case .register: isRight = state.phase.name == "registering"
    case .add(_, let name):
      if case .registered(let registration) = state.phase {
        isRight = registration.name == name
      } else {
        isRight = false
      }
    case .tell(let end): isRight = state.phase.name == "registered" && state.runs.names.contains(end.runId)
    case .resume: isRight = state.phase.name == "registered"
    case .launch(let launch): isRight = begun.insert(launch.runId).inserted
    case .expire(let expire):
      isRight = begun.contains(expire.runId) && stopped.insert(expire.runId).inserted
    case .answer(let caller, _):
      isRight = answered.insert(caller).inserted && !state.callers.contains { $0.number == caller }
    case .later, .warn, .disconnect: isRight = true
    }
    return isRight ? nil : "\(action.text) in \(state.text)"
  }
}

/// Carries out what the state says, with a daemon that is away, refuses or does not answer as it likes.
struct DeliveryWorld {
  var watch = DeliveryWatch()
  private var isWell = false
  private(set) var faults: [String] = []
  private(set) var ended: Set<String> = []
  private(set) var heard: Set<String> = []
  private var random: SplitMix64
  private var pending: [DeliveryState.Input] = []
  private var working: [String] = []
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Nothing is under way but the connection itself.
  var isQuiet: Bool { pending.isEmpty && working.isEmpty }

  /// The daemon accepts everything from now on. Without anything registered there is no connection, and ends
  /// wait for one.
  mutating func becomeWell() {
    isWell = true
    count += 1
    take(.register("d", caller: count))
  }

  mutating func step() {
    count += 1
    if !pending.isEmpty, isWell || Bool.random(using: &random) {
      return take(pending.remove(at: Int.random(in: 0..<pending.count, using: &random)))
    }
    if isWell {
      if let runId = working.popLast() { complete(runId) }
      return
    }
    let identifier = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: take(.register(identifier, caller: count))
    case 1 where count % 4 == 0: take(.unregister(identifier))
    case 2 where isConnected: breakDown()
    case 3, 4:
      if isRegistered { deliver("run\(count)", identifier) }
    default:
      if let runId = working.popLast() { complete(runId) }
    }
  }

  private var isRegistered: Bool { watch.state.phase.name == "registered" }
  private var isConnected: Bool { isRegistered || watch.state.phase.name == "registering" }

  private mutating func deliver(_ runId: String, _ identifier: String) {
    // As a daemon does that has not heard of the connection's end: twice.
    for _ in 0..<2 { take(.launched(runId, identifier)) }
    if Bool.random(using: &random) { for _ in 0..<2 { take(.expired(runId)) } }
  }

  private mutating func complete(_ runId: String) {
    ended.insert(runId)
    take(.completed(runId))
  }

  private mutating func breakDown() {
    // What the daemon was about to answer on this connection is not answered.
    pending.removeAll { $0.name == "received" || $0.name == "refused" }
    take([.lost, .garbled("x"), .lost].randomElement(using: &random) ?? .lost)
  }

  private mutating func take(_ input: DeliveryState.Input) {
    let (actions, faults) = watch.take(input)
    self.faults += faults
    for action in actions { carryOut(action) }
  }

  private mutating func carryOut(_ action: DeliveryState.Action) {
    let isFine = isWell || Int.random(in: 0..<3, using: &random) > 0
    switch action {
    case .connect: pending.append(isFine ? .connected : .lost)
    case .register(let identifiers, _):
      let refusal = SchedulerInterfaceError.notPermitted(identifier: identifiers.last ?? "", message: "")
      let error = Bool.random(using: &random) ? refusal : .unavailable(message: "")
      pending.append(isFine ? .confirmed("r\(watch.state.attempts)") : .refused(error))
    case .add(let identifier, let name):
      pending.append(isFine ? .added(identifier, to: name) : .notAdded(identifier, nil))
    case .tell(let end):
      if isFine { heard.insert(end.runId) }
      pending.append(isFine ? .told(end) : .notTold(end))
    case .resume: pending.append(.resumed)
    case .later(let input, _): pending.append(input)
    case .launch(let launch): working.append(launch.runId)
    case .expire, .answer, .warn, .disconnect: break
    }
  }
}
