import SchedulerCore

/// So many tasks that ask for the same.
struct Population {
  let wish: Wish
  let requests: [TaskRequest]

  init(_ wish: Wish, of count: Int) throws {
    self.wish = wish
    requests = try (0..<count).map(wish.request)
  }
}

/// How many of them may run at a time.
enum Places {
  /// As many as by the daemon's defaults.
  case few
  /// All of them.
  case enough
}

extension SchedulerConfiguration {
  /// The daemon's defaults, but nobody has too many tasks, and applications keep no distance.
  static func boundless(for population: Population, _ places: Places) -> SchedulerConfiguration {
    var configuration = SchedulerConfiguration()
    configuration.maximumPendingPerUser = .max
    configuration.maximumPendingBytesPerUser = .max
    configuration.maximumPendingRefreshPerApplication = .max
    configuration.refreshSpacing = .zero
    configuration.runtimeBudgetPerHour = .zero
    if places == .enough {
      configuration.maximumConcurrentRuns = .max
      configuration.maximumTransfersPerHost = .max
    }
    population.wish.configuration(&configuration, population.requests.count)
    return configuration
  }
}

extension [ConditionChange] {
  /// Nothing of what a wish asks for is there.
  static let lacking: [ConditionChange] = [
    .powerSource(.battery), .network(.metered), .names(.networkNames, []), .flag(.idle, false),
    .flag(.vpn, false),
  ]

  /// All of it is.
  static let fulfilled: [ConditionChange] = [
    .powerSource(.external), .network(.unmetered), .names(.networkNames, ["home"]), .flag(.idle, true),
    .flag(.vpn, true),
  ]
}
