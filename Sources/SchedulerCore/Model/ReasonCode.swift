/// Every reason that the scheduler gives. The names are the values of the protocol's `Reason.code`. The codes
/// of requirements are declared beside the requirements (`ConditionTable.swift`).
package struct ReasonCode: RawRepresentable, Hashable, CaseIterable, CustomStringConvertible, Sendable {
  /// The name in the protocol.
  package let rawValue: String

  /// Creates the code of that name; `nil` when no code has it.
  package init?(rawValue: String) {
    self.init(rawValue)
    guard Self.known.contains(self) else { return nil }
  }

  init(_ name: String) { rawValue = name }

  package var description: String { rawValue }

  /// All codes, in the order in which they are explained.
  package static let allCases: [ReasonCode] =
    [
      .starting, .storeUnavailable, .damaged, .unreadable, .paused, .shuttingDown, .kindDisabled, .settling,
      .earliestBegin, .backoff, .alreadyRunning, .pathChange, .ownPathChange, .pathProblem, .after,
      .transfers, .group,
    ] + Policies.requirements.map(\.code) + [
      .when, .unknownCondition, .youngWindow,
      .spacing, .slowed, .launchBackoff, .foreground, .noHandler, .budget, .gradualStart, .passedDeadlines,
      .concurrency, .kindConcurrency, .hostConcurrency, .userConcurrency, .runtimeLimit, .stalled, .cancelled,
      .leaseLost, .simulated,
      .shutdown, .sleep, .machineShutdown, .exitStatus, .signal, .outOfMemory, .launchFailed, .vanished,
      .idleApplication, .daemonDied, .deadline,
    ]

  private static let known = Set(allCases)

  // Reasons why a task is not started.
  package static let starting = ReasonCode("starting")
  package static let storeUnavailable = ReasonCode("storeUnavailable")
  package static let damaged = ReasonCode("damaged")
  package static let unreadable = ReasonCode("unreadable")
  package static let paused = ReasonCode("paused")
  package static let shuttingDown = ReasonCode("shuttingDown")
  package static let kindDisabled = ReasonCode("kindDisabled")
  package static let settling = ReasonCode("settling")
  package static let earliestBegin = ReasonCode("earliestBegin")
  package static let backoff = ReasonCode("backoff")
  package static let alreadyRunning = ReasonCode("alreadyRunning")
  package static let pathChange = ReasonCode("pathChange")
  package static let ownPathChange = ReasonCode("ownPathChange")
  package static let pathProblem = ReasonCode("pathProblem")
  package static let after = ReasonCode("after")
  package static let transfers = ReasonCode("transfers")
  package static let group = ReasonCode("group")
  package static let when = ReasonCode("when")
  package static let unknownCondition = ReasonCode("unknownCondition")
  package static let youngWindow = ReasonCode("youngWindow")
  package static let spacing = ReasonCode("spacing")
  package static let slowed = ReasonCode("slowed")
  package static let launchBackoff = ReasonCode("launchBackoff")
  package static let foreground = ReasonCode("foreground")
  package static let noHandler = ReasonCode("noHandler")
  package static let budget = ReasonCode("budget")
  package static let gradualStart = ReasonCode("gradualStart")
  package static let passedDeadlines = ReasonCode("passedDeadlines")
  package static let concurrency = ReasonCode("concurrency")
  package static let kindConcurrency = ReasonCode("kindConcurrency")
  package static let hostConcurrency = ReasonCode("hostConcurrency")
  package static let userConcurrency = ReasonCode("userConcurrency")
  // Reasons why a run is told to stop, besides a lost requirement.
  package static let runtimeLimit = ReasonCode("runtimeLimit")
  package static let stalled = ReasonCode("stalled")
  package static let cancelled = ReasonCode("cancelled")
  package static let simulated = ReasonCode("simulated")
  package static let shutdown = ReasonCode("shutdown")
  // Reasons for both: runs are told to stop, and nothing is started meanwhile.
  package static let leaseLost = ReasonCode("leaseLost")
  package static let sleep = ReasonCode("sleep")
  package static let machineShutdown = ReasonCode("machineShutdown")
  // Reasons for other ends of runs and processes.
  package static let exitStatus = ReasonCode("exitStatus")
  package static let signal = ReasonCode("signal")
  package static let outOfMemory = ReasonCode("outOfMemory")
  package static let launchFailed = ReasonCode("launchFailed")
  package static let vanished = ReasonCode("vanished")
  package static let idleApplication = ReasonCode("idleApplication")
  package static let daemonDied = ReasonCode("daemonDied")
  package static let deadline = ReasonCode("deadline")
}

extension ReasonCode {
  /// Whether a run is told to stop for it until something is back: a condition that was lost, or a pause.
  var isLoss: Bool {
    [.when, .unknownCondition, .paused].contains(self) || Policies.requirements.contains { $0.code == self }
  }

  /// Creates the reason of a task that lacks this requirement alone; `nil` when it is not one requirement.
  package init?(of requirement: Requirements) {
    guard let policy = Policies.requirements.first(where: { $0.requirement == requirement }) else {
      return nil
    }
    self = policy.code
  }

  /// A condition with which this reason does not hold; `nil` when the reason is not about a requirement.
  package var satisfied: ConditionChange? { Policies.requirements.first { $0.code == self }?.satisfied }
}
