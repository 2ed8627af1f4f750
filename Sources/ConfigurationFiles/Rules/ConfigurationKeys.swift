import PlainText
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

  /// The keys of which every line counts after the last empty one; of the others only the last line does.
  static let lists: Set<String> = ["AllowSubmitFor"]

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
    ("MaxConcurrentRefresh", runs(\.scheduler.maximumConcurrentRunsOfKind[.refresh])),
    ("MaxConcurrentProcessing", runs(\.scheduler.maximumConcurrentRunsOfKind[.processing])),
    ("MaxConcurrentContinued", runs(\.scheduler.maximumConcurrentRunsOfKind[.continued])),
    ("MaxConcurrentTransfers", runs(\.scheduler.maximumConcurrentRunsOfKind[.transfer])),
    ("MaxTransfersPerHost", number(\.scheduler.maximumTransfersPerHost, 1...10_000)),
    ("TransferLowSpeedBytesPerSec", size(\.lowSpeed.bytesPerSecond, 0...Int(LowSpeed.mostBytes))),
    ("TransferLowSpeedSec", length(\.lowSpeed.length, from: .seconds(1))),
    ("MaxConcurrentRunsPerUser", runs(\.scheduler.maximumConcurrentRunsPerUser)),
    ("MaxExtraRunsPerUser", number(\.scheduler.maximumExtraRunsPerUser, 0...10_000)),
    ("MaxPendingPerUser", number(\.scheduler.maximumPendingPerUser, 1...10_000_000)),
    ("MaxPendingBytesPerUser", size(\.scheduler.maximumPendingBytesPerUser, (64 << 10)...(1 << 40))),
    ("MaxTaskMemory", optionalSize(\.scheduler.maximumTaskMemory, taskMemory)),
    ("MaxTaskMemoryPerUser", optionalSize(\.scheduler.maximumTaskMemoryPerUser, taskMemory)),
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
    ("DisabledKinds", value(\.scheduler.disabledKinds) { (line) throws(SyntaxProblem) in try line.kinds() }),
    ("Judgement", judgement(\.scheduler.judgement)),
    ("JudgementRefresh", judgement(\.scheduler.judgementOfKind[.refresh])),
    ("JudgementProcessing", judgement(\.scheduler.judgementOfKind[.processing])),
    ("JudgementTransfers", judgement(\.scheduler.judgementOfKind[.transfer])),
    ("LapseSec", length(\.scheduler.lapse)),
    ("AllowSleepPrevention", flag(\.scheduler.allowsSleepPrevention)),
  ]

  private static let conditions: [(name: String, apply: Apply)] = [
    ("AllowSimulation", flag(\.scheduler.allowsSimulation)),
    ("SettlingSec", length(\.scheduler.settling)),
    ("IdleHoldSec", optionalLength(\.scheduler.idleHold)),
    ("ActivityHoldSec", optionalLength(\.scheduler.activityHold)),
    (
      "UnknownConditions",
      value(\.scheduler.unknownConditions) { (line) throws(SyntaxProblem) in try line.choice() }
    ),
    ("RecheckSec", length(\.scheduler.recheck)),
    ("CheckIntervalSec", length(\.scheduler.checkInterval, from: .seconds(1))),
    ("CheckTimeoutSec", length(\.scheduler.checkTimeout, from: .milliseconds(100))),
  ]

  private static let store: [(name: String, apply: Apply)] = [
    ("HistoryMaxAge", length(\.historyMaximumAge)),
    ("HistoryMaxRuns", number(\.historyMaximumRuns, 0...100_000_000)),
    ("HistoryMaxOutputBytes", size(\.historyMaximumOutputBytes, 0...(1 << 40))),
    ("RecordConditions", flag(\.scheduler.recordsConditions)),
    ("RecordNames", flag(\.scheduler.recordsNames)),
    ("RecordMaxAge", length(\.recordMaximumAge)),
    ("RecordMaxBytes", size(\.recordMaximumBytes, 0...(64 << 20))),
    ("StateReserveBytes", optionalSize(\.scheduler.stateReserveBytes, 0...(1 << 40))),
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
      ("AllowSubmitFor", delegations),
    ] + AccountBound.allCases.map { ($0.key, number(\.server[$0], $0.allowed)) }

  /// The amounts of memory that may be configured: 64 KiB to 16 TiB.
  private static let taskMemory = (64 << 10)...(1 << 44)

  /// Returns the function that reads a value into its place.
  private static func value<Value>(
    _ place: any WritableKeyPath<DaemonConfiguration, Value> & Sendable,
    _ read: @escaping @Sendable (Assignment) throws(SyntaxProblem) -> Value
  ) -> Apply {
    { (configuration, line) throws(SyntaxProblem) in configuration[keyPath: place] = try read(line) }
  }

  private static func length(
    _ place: any WritableKeyPath<DaemonConfiguration, TimeSpan> & Sendable, from least: TimeSpan = .zero
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in
      let uSec = try line.timeSpan()
      guard uSec >= least.uSec else {
        throw line.problem(
          .error, "\(line.value) is too short, allowed is \(TimeSpanSyntax.format(least.uSec)) or more")
      }
      return TimeSpan(uSec: min(uSec, TimeSpan.maximum.uSec))
    }
  }

  private static func optionalLength(
    _ place: any WritableKeyPath<DaemonConfiguration, TimeSpan?> & Sendable
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in
      TimeSpan(uSec: min(try line.timeSpan(), TimeSpan.maximum.uSec))
    }
  }

  private static func judgement(
    _ place: any WritableKeyPath<DaemonConfiguration, Judgement?> & Sendable
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.choice() as Judgement }
  }

  private static func number(
    _ place: any WritableKeyPath<DaemonConfiguration, Int> & Sendable, _ range: ClosedRange<Int>
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.integer(in: range) }
  }

  /// Returns the function for a number of runs, which has no default.
  private static func runs(_ place: any WritableKeyPath<DaemonConfiguration, Int?> & Sendable) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.integer(in: 1...10_000) }
  }

  /// Returns the function for users or groups: names or numbers, with spaces between them.
  private static func names(_ place: any WritableKeyPath<DaemonConfiguration, [String]> & Sendable) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.words() }
  }

  /// The most entries of `AllowSubmitFor=`.
  private static let mostDelegations = 256

  /// Adds users who may act for others.
  private static let delegations: Apply = { (configuration, line) throws(SyntaxProblem) in
    for word in try line.words() {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ (1...255).contains($0.utf8.count) }) else {
        throw line.problem(
          .error,
          "found \"\(SingleLine.escaped(word, maximumScalars: 80))\", allowed are entries CALLER:USER, each "
            + "with names of users or numbers, and spaces between entries")
      }
      configuration.server.submission.delegations.append(Delegation(caller: parts[0], user: parts[1]))
    }
    let count = configuration.server.submission.delegations.count
    guard count <= mostDelegations else {
      throw line.problem(.error, "found \(count) entries, allowed are up to \(mostDelegations)")
    }
  }

  private static func size(
    _ place: any WritableKeyPath<DaemonConfiguration, Int> & Sendable, _ range: ClosedRange<Int>
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.size(in: range) }
  }

  private static func optionalSize(
    _ place: any WritableKeyPath<DaemonConfiguration, Int?> & Sendable, _ range: ClosedRange<Int>
  ) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.size(in: range) }
  }

  private static func flag(_ place: any WritableKeyPath<DaemonConfiguration, Bool> & Sendable) -> Apply {
    value(place) { (line) throws(SyntaxProblem) in try line.boolean() }
  }
}
