import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Every key of `bgtaskd.conf`, with the function that takes its value over.
enum ConfigurationKeys {
  /// A function that takes a value over into the configuration.
  typealias Apply = @Sendable (inout DaemonConfiguration, Assignment) throws(SyntaxProblem) -> Void

  static let sections: [(name: String, keys: [(name: String, apply: Apply)])] = [
    ("Scheduler", scheduler), ("Conditions", conditions), ("Store", store), ("Server", server),
  ]

  private static let scheduler: [(name: String, apply: Apply)] = [
    ("RefreshRuntimeSec", length(\.scheduler.refreshRuntime, from: .milliseconds(1))),
    ("ProcessingRuntimeSec", length(\.scheduler.processingRuntime, from: .milliseconds(1))),
    ("RuntimeMaxSec", length(\.scheduler.runtimeMaximum, from: .milliseconds(1))),
    ("ExpirationGraceSec", length(\.scheduler.expirationGrace)),
    ("ShutdownGraceSec", length(\.scheduler.shutdownGrace)),
    ("ContinuedStallSec", length(\.scheduler.continuedStall, from: .milliseconds(1))),
    ("LaunchTimeoutSec", length(\.scheduler.launchTimeout, from: .milliseconds(1))),
    ("LaunchRetrySec", length(\.scheduler.launchRetry, from: .milliseconds(1))),
    ("ReconnectSec", length(\.scheduler.reconnect)),
    ("ApplicationIdleSec", length(\.scheduler.applicationIdle)),
    ("MaxConcurrentRuns", number(\.scheduler.maximumConcurrentRuns, 1...10_000)),
    ("MaxConcurrentRefresh", concurrency(of: .refresh)),
    ("MaxConcurrentProcessing", concurrency(of: .processing)),
    ("MaxConcurrentContinued", concurrency(of: .continued)),
    ("MaxConcurrentTransfers", concurrency(of: .transfer)),
    ("MaxTransfersPerHost", number(\.scheduler.maximumTransfersPerHost, 1...10_000)),
    ("TransferLowSpeedBytesPerSec", size(\.lowSpeed.bytesPerSecond, 0...LowSpeed.mostBytes)),
    ("TransferLowSpeedSec", length(\.lowSpeed.length, from: .seconds(1))),
    ("MaxConcurrentRunsPerUser", runsPerUser),
    ("MaxExtraRunsPerUser", number(\.scheduler.maximumExtraRunsPerUser, 0...10_000)),
    ("MaxPendingPerUser", number(\.scheduler.maximumPendingPerUser, 1...10_000_000)),
    ("MaxPendingBytesPerUser", size(\.scheduler.maximumPendingBytesPerUser, (64 << 10)...(1 << 40))),
    ("MaxTaskMemory", optionalSize(\.scheduler.maximumTaskMemory)),
    ("MaxTaskMemoryPerUser", optionalSize(\.scheduler.maximumTaskMemoryPerUser)),
    ("MaxPendingRefreshPerApplication", number(\.scheduler.maximumPendingRefreshPerApplication, 1...100_000)),
    (
      "MaxPendingProcessingPerApplication",
      number(\.scheduler.maximumPendingProcessingPerApplication, 1...100_000)
    ),
    ("LowBatteryPercent", number(\.scheduler.lowBatteryPercent, 0...100)),
    ("ProcessingRequiresIdle", flag(\.scheduler.processingRequiresIdle)),
    ("RefreshSpacingSec", length(\.scheduler.refreshSpacing)),
    ("ProcessingSpacingSec", length(\.scheduler.processingSpacing)),
    ("RuntimeBudgetPerHourSec", length(\.scheduler.runtimeBudgetPerHour)),
    ("DisabledKinds", disabledKinds),
    ("AllowSleepPrevention", flag(\.scheduler.allowsSleepPrevention)),
  ]

  private static let conditions: [(name: String, apply: Apply)] = [
    ("AllowSimulation", flag(\.scheduler.allowsSimulation)),
    ("SettlingSec", length(\.scheduler.settling)),
    ("IdleHoldSec", optionalLength(\.scheduler.idleHold)),
    ("ActivityHoldSec", optionalLength(\.scheduler.activityHold)),
    ("UnknownConditions", unknownConditions),
    ("RecheckSec", length(\.scheduler.recheck)),
    ("CheckIntervalSec", length(\.scheduler.checkInterval, from: .seconds(1))),
    ("CheckTimeoutSec", length(\.scheduler.checkTimeout, from: .milliseconds(100))),
  ]

  private static let store: [(name: String, apply: Apply)] = [
    ("HistoryMaxAge", length(\.historyMaximumAge)),
    ("HistoryMaxRuns", number(\.historyMaximumRuns, 0...100_000_000)),
    ("HistoryMaxOutputBytes", size(\.historyMaximumOutputBytes, 0...(1 << 40))),
    ("StateReserveBytes", stateReserve),
  ]

  private static let server: [(name: String, apply: Apply)] =
    [
      ("MessageMaxBytes", number(\.server.messageBytes, 1024...(64 << 20))),
      ("NestingMax", number(\.server.nesting, 8...256)),
      ("ConnectionsMax", number(\.server.connections, 1...65_536)),
      ("HalfSentTimeoutSec", length(\.server.halfSentTimeout, from: .milliseconds(1))),
      ("LagMaxBytes", number(\.server.lagBytes, (64 << 10)...(1 << 30))),
      ("AllowUsers", names(\.server.submission.allowUsers)),
      ("DenyUsers", names(\.server.submission.denyUsers)),
      ("AllowGroups", names(\.server.submission.allowGroups)),
    ] + AccountBound.allCases.map { ($0.key, bound($0)) }

  private static func length(
    _ path: any WritableKeyPath<DaemonConfiguration, TimeSpan> & Sendable, from least: TimeSpan = .zero
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      let uSec = try assignment.timeSpan()
      guard uSec >= least.uSec else {
        throw assignment.problem(
          .error,
          "\(assignment.value) is too short, allowed is \(TimeSpanSyntax.format(least.uSec)) or more")
      }
      configuration[keyPath: path] = TimeSpan(uSec: min(uSec, TimeSpan.maximum.uSec))
    }
  }

  private static func optionalLength(
    _ path: any WritableKeyPath<DaemonConfiguration, TimeSpan?> & Sendable
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = TimeSpan(uSec: min(try assignment.timeSpan(), TimeSpan.maximum.uSec))
    }
  }

  private static let unknownConditions: Apply = { (configuration, assignment) throws(SyntaxProblem) in
    configuration.scheduler.unknownConditions = try assignment.choice()
  }

  private static func number(
    _ path: any WritableKeyPath<DaemonConfiguration, Int> & Sendable, _ range: ClosedRange<Int64>
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = Int(try assignment.integer(in: range))
    }
  }

  private static func bound(_ bound: AccountBound) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      let range = Int64(bound.allowed.lowerBound)...Int64(bound.allowed.upperBound)
      configuration.server[bound] = Int(try assignment.integer(in: range))
    }
  }

  /// Returns the function for users or groups: names or numbers, with spaces between them.
  private static func names(
    _ path: any WritableKeyPath<DaemonConfiguration, [String]> & Sendable
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = try assignment.words()
    }
  }

  private static func size(
    _ path: any WritableKeyPath<DaemonConfiguration, Int> & Sendable, _ range: ClosedRange<Int64>
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = Int(try assignment.size(in: range))
    }
  }

  /// Returns the function for an amount of memory, 64 KiB to 16 TiB.
  private static func optionalSize(
    _ path: any WritableKeyPath<DaemonConfiguration, Int?> & Sendable
  ) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = Int(try assignment.size(in: (64 << 10)...(1 << 44)))
    }
  }

  private static func flag(_ path: any WritableKeyPath<DaemonConfiguration, Bool> & Sendable) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration[keyPath: path] = try assignment.boolean()
    }
  }

  private static func concurrency(of kind: Kind) -> Apply {
    { (configuration, assignment) throws(SyntaxProblem) in
      configuration.scheduler.maximumConcurrentRunsOfKind[kind] = Int(try assignment.integer(in: 1...10_000))
    }
  }

  private static let runsPerUser: Apply = { (configuration, assignment) throws(SyntaxProblem) in
    configuration.scheduler.maximumConcurrentRunsPerUser = Int(try assignment.integer(in: 1...10_000))
  }

  private static let stateReserve: Apply = { (configuration, assignment) throws(SyntaxProblem) in
    configuration.scheduler.stateReserveBytes = Int(try assignment.size(in: 0...(1 << 40)))
  }

  private static let disabledKinds: Apply = { (configuration, assignment) throws(SyntaxProblem) in
    configuration.scheduler.disabledKinds = try assignment.kinds()
  }
}
