/// What an administrator decides. `config/bgtaskd.conf` explains every value.
package struct SchedulerConfiguration: Hashable, Sendable {
  /// `RefreshRuntimeSec=` (R30).
  package var refreshRuntime: TimeSpan = .seconds(30)
  /// `ProcessingRuntimeSec=` (R31).
  package var processingRuntime: TimeSpan = .minutes(10)
  /// `RuntimeMaxSec=`: the most that a request may ask for; also the limit of continued work.
  package var runtimeMaximum: TimeSpan = .hours(24)
  /// `ExpirationGraceSec=` (R41).
  package var expirationGrace: TimeSpan = .seconds(5)
  /// `ShutdownGraceSec=`: what running work has to stop when the daemon ends.
  package var shutdownGrace: TimeSpan = .seconds(5)
  /// `ContinuedStallSec=` (R51).
  package var continuedStall: TimeSpan = .seconds(60)
  /// `LaunchTimeoutSec=`: how long an application that was started for a task may take to register.
  package var launchTimeout: TimeSpan = .seconds(20)
  /// `LaunchRetrySec=`: the pause after an application could not be started; it doubles each time, up to an
  /// hour.
  package var launchRetry: TimeSpan = .seconds(10)
  /// `ReconnectSec=`: how long applications have after a restart of the daemon to say which runs they still
  /// work on.
  package var reconnect: TimeSpan = .seconds(10)
  /// `ApplicationIdleSec=`: an application that was started for a task and has had nothing to do for so long
  /// is told to end.
  package var applicationIdle: TimeSpan = .seconds(30)
  /// `MaxConcurrentRuns=`: runs at a time in all, at least 1.
  package var maximumConcurrentRuns = 4
  /// `MaxConcurrentRefresh=` and its like: runs at a time of one kind; absent is no limit of its own.
  package var maximumConcurrentRunsOfKind: [Kind: Int] = [:]
  /// `MaxTransfersPerHost=`: transfers of one user that speak to one host at a time.
  package var maximumTransfersPerHost = 4
  /// `MaxConcurrentRunsPerUser=`: runs at a time of one user; nil leaves it to ``servesManyUsers``.
  package var maximumConcurrentRunsPerUser: Int?
  /// `MaxExtraRunsPerUser=`: runs of each user beside these limits, for what a person starts when there is no
  /// room.
  package var maximumExtraRunsPerUser = 2
  /// `MaxPendingPerUser=`: command tasks that a user may have pending (R11).
  package var maximumPendingPerUser = 10_000
  /// `MaxPendingBytesPerUser=`: what a user's tasks may take in the store (R11).
  package var maximumPendingBytesPerUser = 32 << 20
  /// `MaxTaskMemory=`: what the tasks of all users may take in memory (``ScheduledTask/heldBytes``). Nil
  /// leaves it to the machine: see ``memoryLimit``.
  package var maximumTaskMemory: Int?
  /// `MaxTaskMemoryPerUser=`: what a user's tasks may take in memory; nil is a quarter of what all may.
  package var maximumTaskMemoryPerUser: Int?
  /// So much memory the daemon may use; nil where nobody says. Not from a file: it depends on the machine.
  package var memoryLimit: Int?
  /// `StateReserveBytes=`: what requests leave free on the state directory's file system, so that what has
  /// happened can always be written down; zero is off. Nil goes by the file system's size
  /// (``StateRoom/usualReserve``).
  package var stateReserveBytes: Int?
  /// `MaxPendingRefreshPerApplication=` (R11).
  package var maximumPendingRefreshPerApplication = 1
  /// `MaxPendingProcessingPerApplication=` (R11).
  package var maximumPendingProcessingPerApplication = 10
  /// The machine's name that stays (machine-id(5)), on which depends what its dates are put off by
  /// (``CalendarSchedule/randomizedDelay``).
  package var machineID = ""
  /// `LowBatteryPercent=` (R35): at or below it a battery is low.
  package var lowBatteryPercent = 20
  /// `ProcessingRequiresIdle=`: what a processing request without `requiresIdle` means (R31).
  package var processingRequiresIdle = true
  /// `RefreshSpacingSec=` (R37): between refresh launches of one application; zero is off.
  package var refreshSpacing: TimeSpan = .minutes(5)
  /// `ProcessingSpacingSec=` (R37): between processing launches of one identifier of an application; zero is
  /// off.
  package var processingSpacing: TimeSpan = .minutes(1)
  /// `RuntimeBudgetPerHourSec=` (R37): run time of one application in an hour; zero is off.
  package var runtimeBudgetPerHour: TimeSpan = .minutes(20)
  /// `SettlingSec=`: how long a boot, a resume or a change of conditions settles before it counts; zero is at
  /// once.
  package var settling: TimeSpan = .seconds(5)
  /// `IdleHoldSec=`: how long nobody must have used the machine before it counts as idle; nil is
  /// ``settling``.
  package var idleHold: TimeSpan?
  /// `ActivityHoldSec=`: how long somebody must use the machine before work that needs it idle is stopped;
  /// nil is ``settling``.
  package var activityHold: TimeSpan?
  /// `UnknownConditions=`: what conditions that nobody reports do to requests that do not say.
  package var unknownConditions = UnknownPolicy.proceed
  /// `RecheckSec=`: how often is looked at what nobody tells of, while something waits for that alone; zero
  /// is never.
  package var recheck: TimeSpan = .minutes(1)
  /// `CheckIntervalSec=`: so long the answer of a condition counts that has to be asked, and so long it is
  /// not asked again.
  package var checkInterval: TimeSpan = .minutes(1)
  /// `CheckTimeoutSec=`: so long such a question may take.
  package var checkTimeout: TimeSpan = .seconds(10)
  /// `AllowSleepPrevention=`: whether requests with `preventsSleep` keep the machine awake.
  package var allowsSleepPrevention = true
  /// `AllowSimulation=`.
  package var allowsSimulation = false
  /// The only user whose commands can be run; nil when everybody's can. Not from a file: what can be run as
  /// whom depends on the executor.
  package var onlyCommandUser: UInt32?
  /// Whether programs are units of a service manager, which go on without the daemon and can be made to stand
  /// still. Not from a file: it depends on the executor.
  package var programsAreUnits = false
  /// Whether users share the scheduler, so that none of them may have all the room. Not from a file: it
  /// depends on the instance.
  package var servesManyUsers = false
  /// Who may have existing units of the service manager started. Not from a file: it depends on the executor.
  package var unitStarters = UnitStarters.nobody
  /// Which credentials can be kept. Not from a file: it depends on the executor and the instance.
  package var keptCredentials = CredentialUse.files
  /// `DisabledKinds=` (R13).
  package var disabledKinds: [Kind] = []
  /// The manifests that were read.
  package var applications: [Application] = []

  /// The defaults, chosen for a laptop.
  package init() {}

  /// How long a field must say something new before that counts.
  /// - Parameter isGood: It is what requirements ask for.
  func settling(of field: ConditionField, to isGood: Bool) -> TimeSpan {
    guard field == .idle else { return settling }
    return (isGood ? idleHold : activityHold) ?? settling
  }

  /// What the tasks of all users may take in memory: as configured, else half of what the daemon may use.
  package var taskMemory: Int { maximumTaskMemory ?? memoryLimit.map { $0 / 2 } ?? .max }

  /// What the tasks of one user may take in memory.
  package var taskMemoryPerUser: Int { min(maximumTaskMemoryPerUser ?? max(taskMemory / 4, 1), taskMemory) }

  /// Runs at a time of one user: as configured, else all but one where users share the scheduler; nil is no
  /// limit.
  package var runsPerUser: Int? {
    maximumConcurrentRunsPerUser ?? (servesManyUsers ? max(maximumConcurrentRuns - 1, 1) : nil)
  }
}

/// For whom an existing unit is started instead of a program, be it that a request names it or a manifest.
package enum UnitStarters: Hashable, Sendable {
  /// Programs are not run by a service manager.
  case nobody
  /// root: the units are the system's, and run as whoever they say.
  case privileged
  /// The daemon's user: the units are its own.
  case owner
}
