public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// The rules of the simulated scheduler: what `bgtaskd.conf` says on a machine, with the same defaults.
  /// Lengths are in seconds; one that is negative or not a number counts as zero.
  public struct Configuration: Hashable, Sendable {
    /// How long a refresh may take (R30).
    public var refreshRuntime: TimeInterval = 30
    /// How long a processing task may take (R31).
    public var processingRuntime: TimeInterval = 10 * 60
    /// The most that a request may ask for, and the limit of continued processing.
    public var maximumRuntime: TimeInterval = 24 * 60 * 60
    /// How long a run has to stop once it was told to (R41).
    public var expirationGrace: TimeInterval = 5
    /// How long continued processing may go without progress (R51).
    public var continuedStall: TimeInterval = 60
    /// How long an application that is launched for a task may take to register.
    public var launchTimeout: TimeInterval = 20
    /// How long an application that was launched for a task is left alone without work before it is ended.
    public var applicationIdle: TimeInterval = 30
    /// How many runs there may be at a time, at least 1.
    public var maximumConcurrentRuns = 4
    /// How many refresh requests may be pending (R11).
    public var maximumPendingRefreshRequests = 1
    /// How many processing requests and continued ones may be pending, of each (R11).
    public var maximumPendingProcessingRequests = 10
    /// At or below it a battery is low (R35).
    public var lowBatteryPercent = 20
    /// Whether a processing request waits for an idle machine unless it says otherwise (R31).
    public var processingRequiresIdle = true
    /// The distance between two refresh launches; zero is none (R37).
    public var refreshSpacing: TimeInterval = 5 * 60
    /// The distance between two launches of one processing identifier; zero is none (R37). The daemon's
    /// default is a minute; here it is zero, so that a test sees the next launch as soon as its conditions
    /// allow it.
    public var processingSpacing: TimeInterval = 0
    /// The run time within an hour of refresh and processing tasks together; zero is unlimited (R37).
    public var runtimeBudgetPerHour: TimeInterval = 20 * 60
    /// How long a change of conditions has to last before it counts (R32); zero is at once.
    public var settling: TimeInterval = 5
    /// What conditions that nobody reports do to requests that do not say it themselves.
    public var unknownConditions = BGTaskRequest.UnknownPolicy.proceed
    /// Kinds of tasks that are switched off (R13).
    public var disabledKinds: [Kind] = []

    /// The defaults.
    public init() {}

    func rules(_ application: Application) -> SchedulerConfiguration {
      var rules = SchedulerConfiguration()
      rules.refreshRuntime = TimeSpan(seconds: refreshRuntime)
      rules.processingRuntime = TimeSpan(seconds: processingRuntime)
      rules.runtimeMaximum = TimeSpan(seconds: maximumRuntime)
      rules.expirationGrace = TimeSpan(seconds: expirationGrace)
      rules.continuedStall = TimeSpan(seconds: continuedStall)
      rules.launchTimeout = TimeSpan(seconds: launchTimeout)
      rules.applicationIdle = TimeSpan(seconds: applicationIdle)
      rules.maximumConcurrentRuns = max(maximumConcurrentRuns, 1)
      rules.maximumPendingRefreshPerApplication = maximumPendingRefreshRequests
      rules.maximumPendingProcessingPerApplication = maximumPendingProcessingRequests
      rules.lowBatteryPercent = lowBatteryPercent
      rules.processingRequiresIdle = processingRequiresIdle
      rules.refreshSpacing = TimeSpan(seconds: refreshSpacing)
      rules.processingSpacing = TimeSpan(seconds: processingSpacing)
      // What a test says there is room for is all there is.
      rules.maximumExtraRunsPerUser = 0
      // The test says what the machine is like; there is nothing to look at.
      rules.recheck = .zero
      rules.runtimeBudgetPerHour = TimeSpan(seconds: runtimeBudgetPerHour)
      rules.settling = TimeSpan(seconds: settling)
      rules.unknownConditions = unknownConditions == .wait ? .wait : .proceed
      rules.disabledKinds = disabledKinds.map(\.core)
      rules.applications = [application]
      return rules
    }
  }
}
