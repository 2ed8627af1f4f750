import BackgroundTasks
import Dispatch
import Foundation
import Synchronization

/// The events of the machine from the kernel and bgtaskd. Each source is watched from the first call for it.
final class SystemChanges: LifecycleSystem {
  private let memory = Listeners<MemoryWarning>()
  private let time = Listeners<SignificantTimeChange>()
  private let power = Listeners<Bool>()
  private let environment: [String: String]
  private let watches = Mutex(Watches())

  private struct Watches {
    var memory: MemoryPressureWatch?
    var time: ClockWatch?
    var power: (any NSObjectProtocol)?
  }

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  deinit {
    let power = watches.withLock { $0.power }
    if let power { NotificationCenter.default.removeObserver(power) }
  }

  func memoryWarnings() -> AsyncStream<MemoryWarning> {
    defer {
      watches.withLock { watches in
        guard watches.memory == nil else { return }
        watches.memory = MemoryPressureWatch(environment) { [memory] in memory.tell(MemoryWarning()) }
      }
    }
    return memory.stream()
  }

  func timeChanges() -> AsyncStream<SignificantTimeChange> {
    defer {
      watches.withLock { watches in
        if watches.time == nil { watches.time = ClockWatch { [time] in time.tell($0) } }
      }
    }
    return time.stream()
  }

  func followMachine(_ tell: @escaping @Sendable (MachineNews) async -> Void) -> any Sendable {
    BGTaskScheduler.shared.followMachine(ProcessInfo.processInfo.processName, tell)
  }

  func followTerminal(_ tell: @escaping @Sendable (TerminalNews) async -> Void) -> any Sendable {
    TerminalWatch(tell: tell)
  }

  func lowPowerModes() -> AsyncStream<Bool> {
    defer {
      watches.withLock { watches in
        guard watches.power == nil else { return }
        watches.power = NotificationCenter.default.addObserver(
          forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
        ) { [power] _ in power.tell(ProcessInfo.processInfo.isLowPowerModeEnabled) }
        // Changes are posted only after a first look, which may wait for an answer.
        DispatchQueue.global().async { _ = ProcessInfo.processInfo.isLowPowerModeEnabled }
      }
    }
    return power.stream()
  }
}
