public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// The rules of the simulated scheduler: what `bgtaskd.conf` says on a machine, with the same defaults.
  /// Lengths are in seconds; a length that is negative or not a number counts as zero.
  public struct Configuration: Hashable, Sendable {
    /// The longest time of a refresh (R30).
    public var refreshRuntime: TimeInterval = 30
    /// The longest time of a processing task (R31).
    public var processingRuntime: TimeInterval = 10 * 60
    /// The longest time that a request may ask for, and the limit of continued processing.
    public var maximumRuntime: TimeInterval = 24 * 60 * 60
    /// The time that a run has to stop once it was told to (R41).
    public var expirationGrace: TimeInterval = 5
    /// The longest time of continued processing without progress (R51).
    public var continuedStall: TimeInterval = 60
    /// The longest time that an application that is launched for a task may take to register.
    public var launchTimeout: TimeInterval = 20
    /// The time after which an application that was launched for a task is ended when it has no work.
    public var applicationIdle: TimeInterval = 30
    /// The largest number of runs at a time, at least 1.
    public var maximumConcurrentRuns = 4
    /// The largest number of pending refresh requests (R11).
    public var maximumPendingRefreshRequests = 1
    /// The largest number of pending processing requests, and of pending continued ones (R11).
    public var maximumPendingProcessingRequests = 10
    /// The percentage at or below which a battery is low (R35).
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
    /// The time that a change of conditions has to last before it counts (R32); zero is at once.
    public var settling: TimeInterval = 5
    /// The effect of conditions that no source reports on requests that do not say it themselves.
    public var unknownConditions = BGTaskRequest.UnknownPolicy.proceed
    /// Kinds of tasks that are switched off (R13).
    public var disabledKinds: [Kind] = []

    /// Creates the default rules.
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
      // No run starts beside the slots that the test gives.
      rules.maximumExtraRunsPerUser = 0
      // A test that sets the conditions does not wait for them to last.
      rules.judgement = .eager
      // The test sets the conditions; no source has to be asked again.
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
