import SchedulerCore

@testable import FleetCore

/// Some machines, a database and people over some minutes of virtual time, with faults. Everything follows
/// from the seed. Each life switches some sorts of faults off, so that what the others hide comes up too.
struct FleetLife {
  enum Fault: CaseIterable {
    case agentCrash, agentPause, daemonCrash, powerLoss, lostRequest, lostAnswer, lateAnswer, conflict, busy
    case unreadableAnswer, databaseAway, cutOff, diskFull, clone, drain, leave, cancel, configuration
  }

  enum Step: CaseIterable { case persist, exchange, submit, stop, withdraw, forget }

  enum Happening {
    case agent(machine: Int, life: Int, FleetEvent)
    case fromDaemon(machine: Int, connection: Int, FleetEvent)
    case timer(machine: Int, life: Int, number: Int)
    case startAgent(machine: Int, life: Int)
    case resume(machine: Int, life: Int, rest: [FleetDirective])
    case connect(machine: Int, life: Int)
    case arrival(machine: Int, life: Int, exchange: Int, ExchangeRequest)
    case exchangeOver(machine: Int, life: Int, exchange: Int, FleetEvent)
    case written(machine: Int, life: Int, revision: Int64)
    case toDaemon(machine: Int, daemon: Int, DaemonRequest)
    case tryBegin(machine: Int, boot: Int, GrantID)
    case process(machine: Int, boot: Int, number: Int)
    case waitingLease(machine: Int, boot: Int, GrantID)
    case startDaemon(machine: Int, boot: Int)
    case bootUp(machine: Int)
    case conditions(machine: Int)
    case fault(Fault)
    case mend(Fault, machine: Int)
    case submit
    case heal
  }

  let seed: UInt64
  var random: SeededGenerator
  let faults: Set<Fault>
  /// The step after which agents of this life like to die.
  let fatalStep: Step?
  /// Whether the database hints at work.
  let hasHints: Bool
  var queue = EventQueue<Happening>()
  var now: Int64 = 0
  var machines: [SimulatedMachine] = []
  var database = ModelDatabase()
  var isDatabaseAway = false
  var isHealed = false
  var log = ProcessLog()
  var violations: [String] = []
  var counts = Counts()
  var nextProcess = 0
  var submitted = 0
  /// The last happenings, for the report of a failure.
  var isTraced = false

  struct Counts {
    var exchanges = 0
    var runs = 0
    var ends = 0
    var faults = 0
    var leasesLost = 0
    var fenced = 0
    var refused = 0
    var regrants = 0
  }

  static let second: Int64 = 1_000_000
  static let unrest: Int64 = 400 * second
  /// The time after the healing within which everything has to be done: a refused identity comes back after
  /// up to 7.5 minutes.
  static let bound: Int64 = 1200 * second
  static let names = ["a", "b", "c", "d"]

  init(seed: UInt64, isTraced: Bool = false) {
    self.seed = seed
    self.isTraced = isTraced
    random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 17)
    var faults: Set<Fault> = []
    for fault in Fault.allCases where Int.random(in: 0..<10, using: &random) < 5 { faults.insert(fault) }
    self.faults = faults
    hasHints = Bool.random(using: &random)
    fatalStep =
      faults.contains(.agentCrash) && Bool.random(using: &random)
      ? Step.allCases.randomElement(using: &random) : nil
    for (name, user) in [("c0", "ops"), ("c1", "lab"), ("c2", "ops")] {
      database.classes.append(.named(name, user: user, waiting: 0))
    }
    for index in 0..<Int.random(in: 2...4, using: &random) { addMachine(index) }
    for _ in 0..<Int.random(in: 3...9, using: &random) {
      queue.add(.submit, at: moment(in: 0...Self.unrest / 4 * 3))
    }
    for fault in Fault.allCases where faults.contains(fault) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        queue.add(.fault(fault), at: moment(in: 5 * Self.second...Self.unrest))
      }
    }
    queue.add(.heal, at: Self.unrest)
  }

  private mutating func addMachine(_ index: Int) {
    let mostRuns = Int.random(in: 1...3, using: &random)
    let configuration = FleetConfiguration(
      machine: Self.names[index], name: Self.names[index], groups: ["lab"],
      allows: [AllowedUser("ops", as: "backup"), AllowedUser("lab", as: "lab")], mostRuns: mostRuns)
    var machine = SimulatedMachine(index: index, configuration: configuration, mostRuns: mostRuns)
    machine.drift = Int64.random(in: -20...20, using: &random)
    machines.append(machine)
    for work in database.classes { machines[index].conditions[work.id] = chance(70) }
    queue.add(.startAgent(machine: index, life: 0), at: moment(in: 0...20 * Self.second))
    queue.add(.conditions(machine: index), at: moment(in: 0...60 * Self.second))
  }

  /// Lives until everything is done, or the bound is over.
  mutating func run() {
    while violations.isEmpty, let next = queue.next() {
      now = next.time
      if isHealed, now > Self.unrest + Self.bound { return judgeTheEnd() }
      if isTraced { print("\(Double(now) / 1e6) \(next.element)") }
      happen(next.element)
      if isHealed, counts.exchanges & 7 == 0, isDone { return judgeTheEnd() }
    }
    if violations.isEmpty { judgeTheEnd() }
  }

  private mutating func happen(_ happening: Happening) {
    switch happening {
    case .agent(let machine, let life, let event):
      if machines[machine].life == life { hand(event, to: machine) }
    case .fromDaemon(let machine, let connection, let event):
      if machines[machine].connection == connection { hand(event, to: machine) }
    case .timer(let machine, let life, let number):
      if machines[machine].life == life, machines[machine].timers == number { hand(.timer, to: machine) }
    case .startAgent(let machine, let life):
      if machines[machine].life == life { startAgent(machine) }
    case .resume(let machine, let life, let rest): resume(machine, life, rest)
    case .connect(let machine, let life):
      if machines[machine].life == life { connect(machine) }
    case .arrival(let machine, let life, let exchange, let request):
      arrive(machine, life, exchange, request)
    case .exchangeOver(let machine, let life, let exchange, let event):
      endExchange(machine, life, exchange, event)
    case .written(let machine, let life, let revision): written(machine, life, revision)
    case .toDaemon(let machine, let life, let request):
      // What an agent has written before it died arrives all the same.
      if machines[machine].daemon.life == life { serve(request, on: machine) }
    case .tryBegin(let machine, let boot, let id): tryBegin(id, on: machine, boot: boot)
    case .process(let machine, let boot, let number): lookAtProcess(number, on: machine, boot: boot)
    case .waitingLease(let machine, let boot, let id): lookAtLease(of: id, on: machine, boot: boot)
    case .startDaemon(let machine, let boot): startDaemon(machine, boot: boot)
    case .bootUp(let machine): bootUp(machine)
    case .conditions(let machine): changeConditions(of: machine)
    case .fault(let fault): if !isHealed { strike(fault) }
    case .mend(let fault, let machine): mend(fault, machine)
    case .submit: submit()
    case .heal: heal()
    }
  }

  // Chance.

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func moment(in range: ClosedRange<Int64>) -> Int64 {
    now + Int64.random(in: range, using: &random)
  }
  mutating func any(_ isFit: (SimulatedMachine) -> Bool) -> Int? {
    machines.indices.filter { isFit(machines[$0]) }.randomElement(using: &random)
  }
}
