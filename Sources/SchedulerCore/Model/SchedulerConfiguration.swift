/// The rules that an administrator sets. `config/bgtaskd.conf` explains every value.
package struct SchedulerConfiguration: Hashable, Sendable {
  /// `RefreshRuntimeSec=`: the runtime limit of refresh work (R30).
  package var refreshRuntime: TimeSpan = .seconds(30)
  /// `ProcessingRuntimeSec=`: the runtime limit of processing work (R31).
  package var processingRuntime: TimeSpan = .minutes(10)
  /// `RuntimeMaxSec=`: the longest runtime limit that a request may have; also that of continued work.
  package var runtimeMaximum: TimeSpan = .hours(24)
  /// `ExpirationGraceSec=`: the grace of a run that is told to stop (R41).
  package var expirationGrace: TimeSpan = .seconds(5)
  /// `ShutdownGraceSec=`: the grace of a run when the daemon ends.
  package var shutdownGrace: TimeSpan = .seconds(5)
  /// `ContinuedStallSec=`: the longest time between progress reports of continued work (R51).
  package var continuedStall: TimeSpan = .seconds(60)
  /// `LaunchTimeoutSec=`: the time that an application that was started for a task may take to register.
  package var launchTimeout: TimeSpan = .seconds(20)
  /// `LaunchRetrySec=`: the backoff after an application could not be started; it doubles each time, up to an
  /// hour.
  package var launchRetry: TimeSpan = .seconds(10)
  /// `ReconnectSec=`: the time after a restart of the daemon in which applications may name the runs that
  /// they still work on.
  package var reconnect: TimeSpan = .seconds(10)
  /// `ApplicationIdleSec=`: the time without work after which an application that was started for a task is
  /// told to end.
  package var applicationIdle: TimeSpan = .seconds(30)
  /// `MaxConcurrentRuns=`: runs at a time in all, at least 1.
  package var maximumConcurrentRuns = 4
  /// `MaxConcurrentRefresh=` and its like: runs at a time of one kind; absent is no limit of its own.
  package var maximumConcurrentRunsOfKind: [Kind: Int] = [:]
  /// `MaxTransfersPerHost=`: transfers of one user with one host at a time.
  package var maximumTransfersPerHost = 4
  /// `MaxConcurrentRunsPerUser=`: runs at a time of one user; `nil` leaves it to ``servesManyUsers``.
  package var maximumConcurrentRunsPerUser: Int?
  /// `MaxExtraRunsPerUser=`: slots of each user beside these limits, for work that a person starts when there
  /// is no room.
  package var maximumExtraRunsPerUser = 2
  /// `MaxPendingPerUser=`: command tasks that a user may have pending (R11).
  package var maximumPendingPerUser = 10_000
  /// `MaxPendingBytesPerUser=`: bytes that a user's tasks may take in the store (R11).
  package var maximumPendingBytesPerUser = 32 << 20
  /// `MaxTaskMemory=`: bytes that the tasks of all users may take in memory (``ScheduledTask/heldBytes``);
  /// `nil` leaves it to ``memoryLimit``.
  package var maximumTaskMemory: Int?
  /// `MaxTaskMemoryPerUser=`: bytes of memory of a user's tasks; `nil` is a quarter of ``taskMemory``.
  package var maximumTaskMemoryPerUser: Int?
  /// The memory in bytes that the daemon may use, if known. Not from a file: it depends on the machine.
  package var memoryLimit: Int?
  /// `StateReserveBytes=`: bytes that requests leave free on the state directory's file system, so that ends
  /// of runs can always be recorded; zero is off. `nil` goes by the file system's size
  /// (``StateRoom/usualReserve``).
  package var stateReserveBytes: Int?
  /// `MaxPendingRefreshPerApplication=`: pending refresh requests of an application (R11).
  package var maximumPendingRefreshPerApplication = 1
  /// `MaxPendingProcessingPerApplication=`: pending requests of each other kind of an application (R11).
  package var maximumPendingProcessingPerApplication = 10
  /// The machine's name that stays (machine-id(5)), from which the delays of dates follow
  /// (``CalendarSchedule/randomizedDelay``).
  package var machineID = ""
  /// The present boot of the machine. Leases of others are over.
  package var bootID = BootID.unknown
  /// `LowBatteryPercent=`: the percentage at or below which a battery is low (R35).
  package var lowBatteryPercent = 20
  /// `ProcessingRequiresIdle=`: whether processing without `requiresIdle` needs an idle machine (R31).
  package var processingRequiresIdle = true
  /// `RefreshSpacingSec=`: the time between refresh launches of one application (R37); zero is off.
  package var refreshSpacing: TimeSpan = .minutes(5)
  /// `ProcessingSpacingSec=`: the time between processing launches of one identifier of an application (R37);
  /// zero is off.
  package var processingSpacing: TimeSpan = .minutes(1)
  /// `RuntimeBudgetPerHourSec=`: the run time of one application in an hour (R37); zero is off.
  package var runtimeBudgetPerHour: TimeSpan = .minutes(20)
  /// `SettlingSec=`: the settling time after a boot or a resume, and the debounce of conditions; zero is at
  /// once.
  package var settling: TimeSpan = .seconds(5)
  /// `IdleHoldSec=`: the time without use after which the machine counts as idle; `nil` is ``settling``.
  package var idleHold: TimeSpan?
  /// `ActivityHoldSec=`: the time of use after which work that needs an idle machine is told to stop; `nil`
  /// is ``settling``.
  package var activityHold: TimeSpan?
  /// `UnknownConditions=`: the effect of conditions that no source reports on requests that do not say.
  package var unknownConditions = UnknownPolicy.proceed
  /// `Judgement=`: the judgement of requests that do not say; `nil` leaves it to the kind
  /// (``Kind/usualJudgement``).
  package var judgement: Judgement?
  /// `JudgementRefresh=` and its like: the judgement of one kind, instead of ``judgement``.
  package var judgementOfKind: [Kind: Judgement] = [:]
  /// `LapseSec=`: the time for which a run of a patient task is frozen when it loses a condition, before it
  /// is told to stop; zero tells it at once.
  package var lapse: TimeSpan = .seconds(30)
  /// The numbers by which a window is judged. Not from a file: evaluations try others.
  package var windowModel = WindowModel()
  /// `RecheckSec=`: the interval of measuring conditions whose changes are not announced, while a task waits
  /// for those alone; zero is never.
  package var recheck: TimeSpan = .minutes(1)
  /// `CheckIntervalSec=`: the time for which the answer of a check counts, and in which it is not asked
  /// again.
  package var checkInterval: TimeSpan = .minutes(1)
  /// `CheckTimeoutSec=`: the time that a check may take.
  package var checkTimeout: TimeSpan = .seconds(10)
  /// `AllowSleepPrevention=`: whether requests with `preventsSleep` keep the machine awake.
  package var allowsSleepPrevention = true
  /// `AllowSimulation=`: whether callers may set conditions.
  package var allowsSimulation = false
  /// `RecordConditions=`: whether changes of the machine's conditions are recorded. The daemon does unless
  /// its file says otherwise; a scheduler without a machine has nothing to record.
  package var recordsConditions = false
  /// `RecordNames=`: whether names of networks, users and devices are recorded as well.
  package var recordsNames = false
  /// The only user whose commands can be run; `nil` when every user's can. Not from a file: it depends on the
  /// executor.
  package var onlyCommandUser: UInt32?
  /// Whether programs are units of a service manager, which go on without the daemon. Not from a file: it
  /// depends on the executor.
  package var programsAreUnits = false
  /// Whether users share the scheduler, so that none of them may have all slots. Not from a file: it depends
  /// on the instance.
  package var servesManyUsers = false
  /// The users for whom existing units are started. Not from a file: it depends on the executor.
  package var unitStarters = UnitStarters.nobody
  /// The credentials that can be kept. Not from a file: it depends on the executor and the instance.
  package var keptCredentials = CredentialUse.files
  /// `DisabledKinds=`: the kinds that are not accepted (R13).
  package var disabledKinds: [Kind] = []
  /// The manifests that were read.
  package var applications: [Application] = []

  /// The defaults, chosen for a laptop.
  package init() {}

  /// Returns the debounce of a field's new value.
  /// - Parameter isGood: Whether requirements ask for the value.
  func settling(of field: ConditionField, to isGood: Bool) -> TimeSpan {
    guard field == .idle else { return settling }
    return (isGood ? idleHold : activityHold) ?? settling
  }

  /// The bytes that the tasks of all users may take in memory: as configured, else half of ``memoryLimit``.
  package var taskMemory: Int { maximumTaskMemory ?? memoryLimit.map { $0 / 2 } ?? .max }

  /// The bytes that the tasks of one user may take in memory.
  package var taskMemoryPerUser: Int { min(maximumTaskMemoryPerUser ?? max(taskMemory / 4, 1), taskMemory) }

  /// The runs at a time of one user: as configured, else all slots but one where users share the scheduler;
  /// `nil` is no limit.
  package var runsPerUser: Int? {
    maximumConcurrentRunsPerUser ?? (servesManyUsers ? max(maximumConcurrentRuns - 1, 1) : nil)
  }
}

/// The users for whom an existing unit is started instead of a program, if a request or a manifest names one.
package enum UnitStarters: Hashable, Sendable {
  /// No user: programs are not run by a service manager.
  case nobody
  /// Root: the units are the system's, and run as the users that they name.
  case privileged
  /// The daemon's user: the units are that user's own.
  case owner
}

extension SchedulerConfiguration {
  /// Returns the runtime limit of the request's run (R30, R31).
  package func runtimeLimit(of request: TaskRequest) -> TimeSpan {
    let ofKind =
      switch request.kind {
      case .refresh: refreshRuntime
      case .processing: processingRuntime
      case .continued, .transfer: runtimeMaximum
      }
    return min(request.runtimeLimit ?? ofKind, runtimeMaximum)
  }
}
