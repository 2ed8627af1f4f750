import SchedulerCore

@testable import FleetCore

/// A machine with its agent, its daemon and its disk.
struct SimulatedMachine {
  let index: Int
  var configuration: FleetConfiguration
  /// The most runs at a time while the machine does not drain.
  let mostRuns: Int
  /// The number of boots; it is the boot's identifier, together with the machine's index.
  var boot = 0
  /// The world's time of the boot.
  var bootedAt: Int64 = 0
  var isOn = true
  /// Whether the machine has a copy of another one's disk, and its identity.
  var isClone = false

  var agent: FleetAgent?
  /// The agent's number of starts.
  var life = 0
  /// The connection of agent and daemon, or `nil` when there is none.
  var connection: Int?
  var connections = 0
  /// The number of the exchange under way, and whether it is over for the agent.
  var exchange = 0
  var isExchangeOver = true
  var timers = 0
  /// What came while the agent was stopped, in order.
  var inbox: [FleetEvent] = []
  var isPaused = false

  /// The agent's file, as the next agent would read it, and as a loss of power leaves it.
  var file: StoredFleet?
  var durableFile: StoredFleet?
  /// States that are being written.
  var writing: [StoredFleet] = []
  var diskDone: Int64 = 0
  var isDiskFull = false

  var daemon = ModelDaemon()
  var processes: [Int: ModelProcess] = [:]
  /// Processes that ended while no daemon was running.
  var unseen: [ModelProcess] = []
  /// Whether requirements of a class hold here.
  var conditions: [ClassID: Bool] = [:]
  var isCutOff = false
  /// The moment since when the machine drains.
  var drainingSince: Int64?

  /// Thousandths by which the machine's clock is fast; it is within 2 %.
  var drift: Int64 = 0
  /// The moment since when the agent is stopped.
  var pausedAt: Int64 = 0

  func bootTime(_ time: Int64) -> BootTime { BootTime(uSec: (time - bootedAt) * (1000 + drift) / 1000) }
  func worldTime(_ moment: BootTime) -> Int64 {
    bootedAt + (moment.uSec * 1000 + 999 + drift) / (1000 + drift)
  }
  var bootName: String { "\(index)-\(boot)" }
}
