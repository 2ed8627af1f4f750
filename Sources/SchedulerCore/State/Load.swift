/// The number of runs, by what limits count.
struct Load: Hashable {
  /// The runs within the limits: all but those in their users' own places.
  private(set) var total = 0
  /// The runs within the limits, by user.
  private(set) var byUser: [UInt32: Int] = [:]
  /// All runs by kind: a kind's limit is about the work's effect on the machine, whoever started it.
  private(set) var byKind: [Kind: Int] = [:]
  /// The transfers, by user and host.
  private(set) var byHost: [TransferHost: Int] = [:]
  /// The runs that found no room within the limits and are in their users' own places.
  private(set) var besideByUser: [UInt32: Int] = [:]

  /// The number of all runs.
  var all: Int { total + besideByUser.values.reduce(0, +) }

  mutating func count(_ active: ActiveRun, by step: Int) {
    byKind.count(step, for: active.run.kind)
    if let host = active.host { byHost.count(step, for: host) }
    if active.isBeside {
      besideByUser.count(step, for: active.run.uid)
    } else {
      total += step
      byUser.count(step, for: active.run.uid)
    }
  }

  /// Returns whether another run of the user finds room within the limits.
  func hasRoom(for uid: UInt32, _ configuration: SchedulerConfiguration) -> Bool {
    total < configuration.maximumConcurrentRuns
      && configuration.runsPerUser.map { byUser[uid, default: 0] < $0 } ?? true
  }

  /// Returns whether another run of the kind finds room.
  func hasRoom(for kind: Kind, _ configuration: SchedulerConfiguration) -> Bool {
    configuration.maximumConcurrentRunsOfKind[kind].map { byKind[kind, default: 0] < $0 } ?? true
  }

  /// Returns whether the user has a place of their own left, for work that a person starts.
  func hasOwnPlace(for uid: UInt32, _ configuration: SchedulerConfiguration) -> Bool {
    besideByUser[uid, default: 0] < configuration.maximumExtraRunsPerUser
  }
}
