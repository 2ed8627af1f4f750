@testable import FleetCore

/// What an agent asks of the daemon.
enum DaemonRequest {
  case look(watch: [WorkClass], unwatch: [ClassID])
  case submit(GrantSubmission)
  case renew([GrantID], Trust)
  case stop(GrantID, StopCode)
  case withdraw(GrantID)
  case forget(GrantID)
}

/// A process of a run. It goes on without the daemon, which a guard unit of the machine ends with the lease.
struct ModelProcess {
  let number: Int
  let id: GrantID
  let began: Int64
  /// The world's time at which it ends by itself.
  let endsAt: Int64
  let succeeds: Bool
  /// The world's time at which it ends because it was told to stop.
  var stopsAt: Int64?
  var stopCode: StopCode?
  var isKilled = false
  /// The world's time at which its lease ends.
  var leaseUntil: Int64

  var end: Int64 { min(endsAt, stopsAt ?? .max, leaseUntil) }
}

/// The daemon's stored state: tasks and ends. What it has acknowledged is on disk.
struct ModelDaemon {
  struct Task {
    let workClass: ClassID
    /// The boot in which the lease was given.
    let boot: Int
    var leaseUntil: Int64
    var process: Int?
  }

  var tasks: [GrantID: Task] = [:]
  var ends: [GrantID: RunReport] = [:]
  /// The order of the ends.
  var endOrder: [GrantID] = []
  var isRunning = true
  /// The daemon's number of starts.
  var life = 0
  /// The classes that the agent's connection watches.
  var watched: [ClassID] = []

  var holdings: DaemonHoldings {
    let sorted = tasks.keys.sorted()
    return DaemonHoldings(
      waiting: sorted.filter { tasks[$0]?.process == nil },
      running: sorted.filter { tasks[$0]?.process != nil }.map {
        RunBegin(id: $0, runId: "r", startedUSec: 0)
      },
      ended: endOrder.compactMap { ends[$0] })
  }

  mutating func end(_ report: RunReport) {
    tasks[report.id] = nil
    guard ends[report.id] == nil else { return }
    ends[report.id] = report
    endOrder.append(report.id)
  }

  mutating func forget(_ id: GrantID) {
    ends[id] = nil
    endOrder.removeAll { $0 == id }
  }
}
