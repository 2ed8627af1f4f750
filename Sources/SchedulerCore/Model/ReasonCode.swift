/// Every reason that the scheduler gives. The names are what the protocol's `Reason.code` holds.
public enum ReasonCode: String, CaseIterable, Sendable {
  // Why a task is not started.
  case starting
  case storeUnavailable
  case damaged
  case unreadable
  case shuttingDown
  case kindDisabled
  case settling
  case earliestBegin
  case backoff
  case alreadyRunning
  case network
  case unmeteredNetwork
  case externalPower
  case idle
  case batteryNotLow
  case storageNotLow
  case lowPowerMode
  case thermalPressure
  case memoryPressure
  case cpuPressure
  case ioPressure
  case spacing
  case launchBackoff
  case foreground
  case noHandler
  case budget
  case gradualStart
  case concurrency
  case kindConcurrency
  case userConcurrency
  // Why a run is told to stop, besides a requirement that is lost.
  case runtimeLimit
  case stalled
  case cancelled
  case simulated
  case shutdown
  // The same, and why nothing is started meanwhile.
  case sleep
  case machineShutdown
  // How a run ended that nobody told to stop.
  case exitStatus
  case signal
  case outOfMemory
  case launchFailed
  case vanished
  case idleApplication
  case daemonDied
  case deadline
}
