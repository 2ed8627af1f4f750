import SchedulerCore
import Testing

@testable import FleetCore

/// An agent with a clock that a test moves by hand. A test is a table: at a moment an event gives a list of
/// directives, in the words of ``Notation``. The timer is left out, and so is the writing of the file unless
/// a test is about it; the disk works at once unless ``isDiskSlow``.
struct AgentHarness {
  private(set) var agent: FleetAgent
  private(set) var stored: StoredFleet?
  private(set) var request: ExchangeRequest?
  private(set) var armed: BootTime?
  var isDiskSlow = false
  var showsDisk = false
  /// Whether the data of all work is at hand, so that a machine in the best standing bids without a delay.
  var hasData = true

  init(_ configuration: FleetConfiguration = .plain(), seed: UInt64 = 1) {
    agent = FleetAgent(configuration: configuration, seed: seed)
  }

  /// An agent with a daemon and a good exchange at 0 s, which knows the classes and which of them hold.
  static func working(
    _ configuration: FleetConfiguration = .plain(), classes: [WorkClass] = [.named("c")],
    holding: [String] = [], seed: UInt64 = 1
  ) -> AgentHarness {
    var harness = AgentHarness(configuration, seed: seed)
    harness.take(.started(FleetStart(boot: "b", stored: nil)), at: 0)
    harness.take(.daemonBack(DaemonHoldings()), at: 0)
    harness.answer(at: 0) { result in
      result.changed = 1
      result.classes = classes
    }
    harness.take(
      .observed(holding.map { ClassObservation(ClassVerdict(class: ClassID($0), verdict: .holds)) }), at: 0)
    return harness
  }

  /// An agent that runs occurrence 7 since 2 s, with a good exchange sent at 1 s.
  static func running(_ configuration: FleetConfiguration = .plain()) -> AgentHarness {
    var harness = AgentHarness.working(configuration, holding: ["c"])
    harness.take(.timer, at: 1)
    harness.answer(at: 1) { $0.grants = [.of(.of(7))] }
    harness.take(.accepted(.of(7)), at: 1)
    harness.take(.begun(.of(.of(7))), at: 2)
    return harness
  }

  /// The agent died and is started again in this boot, with what is on disk.
  func restarted(boot: String = "b", at seconds: Double, daemon: DaemonHoldings? = DaemonHoldings())
    -> AgentHarness
  {
    var next = AgentHarness(agent.configuration, seed: 2)
    next.take(.started(FleetStart(boot: boot, stored: stored)), at: seconds)
    if let daemon { next.take(.daemonBack(daemon), at: seconds) }
    return next
  }

  /// One row of the table.
  mutating func at(
    _ seconds: Double, _ event: FleetEvent, gives expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(take(event, at: seconds) == expected, sourceLocation: sourceLocation)
  }

  /// A row that only leads up to what is shown.
  @discardableResult
  mutating func take(_ event: FleetEvent, at seconds: Double) -> [String] {
    if hasData { for id in agent.classes.order { agent.classes.entries[id]?.hasRun = true } }
    var lines: [String] = []
    for directive in agent.handle(event, at: .at(seconds)) {
      switch directive {
      case .persist(let state):
        if showsDisk { lines.append(Notation.line(directive)) }
        guard !isDiskSlow else { continue }
        stored = state
      case .arm(let moment): armed = moment
      case .exchange(let request, _):
        self.request = request
        lines.append(Notation.line(directive))
      default: lines.append(Notation.line(directive))
      }
    }
    if let stored, stored.revision > agent.store.written {
      lines += take(.persisted(revision: stored.revision), at: seconds)
    }
    return lines
  }

  /// The database answers the exchange under way.
  @discardableResult
  mutating func answer(at seconds: Double, _ change: (inout ExchangeResult) -> Void = { _ in }) -> [String] {
    var result = ExchangeResult(nowUSec: 0)
    result.changed = agent.session.knows
    change(&result)
    return take(.answered(.accepted(result)), at: seconds)
  }

  /// The exchange that is due at a moment or before begins.
  @discardableResult
  mutating func ask(at seconds: Double) -> [String] { take(.timer, at: seconds) }

  /// The database cannot be reached.
  @discardableResult
  mutating func failToReach(at seconds: Double, mayHaveArrived: Bool = true) -> [String] {
    take(.failed(.unreachable(mayHaveArrived: mayHaveArrived, cause: "no route")), at: seconds)
  }

  /// Answers every exchange until one has a claim, for a quarter of an hour at most, and returns the moment.
  @discardableResult
  mutating func runUntilClaim(from seconds: Double) -> Double {
    var now = seconds
    while request?.claim == nil, now < 1000 {
      now += max(wait(from: now), 0.001)
      if !take(.timer, at: now).isEmpty, request?.claim == nil { answer(at: now) }
    }
    return now
  }

  /// The seconds from a moment until the timer that is armed.
  func wait(from seconds: Double) -> Double {
    (armed.map { Double($0.uSec) / 1e6 } ?? .infinity) - seconds
  }

  func state(of id: GrantID) -> Notation.GrantState? {
    agent.holdings.first { $0.id == id }.map { Notation.word($0.state) }
  }
}
