/// How much is running.
struct Load: Hashable {
  /// Everything but what is beside the limits.
  private(set) var total = 0
  /// The same, by user.
  private(set) var byUser: [UInt32: Int] = [:]
  /// Everything: a limit of a kind is about what the work does to the machine, whoever started it.
  private(set) var byKind: [Kind: Int] = [:]
  /// Transfers, by user and whom they speak to.
  private(set) var byHost: [TransferHost: Int] = [:]
  /// What found no room within the limits and was started in its user's own places.
  private(set) var besideByUser: [UInt32: Int] = [:]

  /// With what is beside the limits.
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

  /// Another run of the user finds room within the limits.
  func hasRoom(for uid: UInt32, _ configuration: SchedulerConfiguration) -> Bool {
    total < configuration.maximumConcurrentRuns
      && configuration.runsPerUser.map { byUser[uid, default: 0] < $0 } ?? true
  }

  /// Another run of the kind finds room.
  func hasRoom(for kind: Kind, _ configuration: SchedulerConfiguration) -> Bool {
    configuration.maximumConcurrentRunsOfKind[kind].map { byKind[kind, default: 0] < $0 } ?? true
  }

  /// The user has a place left beside the limits, for what a person starts.
  func hasOwnPlace(for uid: UInt32, _ configuration: SchedulerConfiguration) -> Bool {
    besideByUser[uid, default: 0] < configuration.maximumExtraRunsPerUser
  }
}
