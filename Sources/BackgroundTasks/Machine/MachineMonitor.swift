import Dispatch
import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// Follows what the scheduler believes about the machine, from the first look on.
final class MachineMonitor: Sendable {
  /// What of the scheduler's belief a program is told.
  struct Machine: Hashable, Sendable {
    /// A power-saver profile is on.
    var isLowPowerModeEnabled = false
    /// The machine is too hot for work that can wait.
    var isHot = false

    var thermalState: ProcessInfo.ThermalState { isHot ? .serious : .nominal }
  }

  /// What has changed.
  typealias Change = (old: Machine, new: Machine)

  private struct State {
    var machine = Machine()
    var isStarted = false
    var watch: (any SchedulerWatch)?
    var pause = MachineMonitor.firstPause
  }

  private let backend: any SchedulerBackend
  private let state = Mutex(State())
  private let isKnown = DispatchSemaphore(value: 0)
  /// Changes are told here, in order.
  private let queue = DispatchQueue(label: "BackgroundTasks machine", qos: .utility)

  /// How long the first look waits for an answer.
  private static let patience = DispatchTimeInterval.seconds(1)
  /// A daemon that is away is asked again after this, then after twice as long, up to a minute.
  private static let firstPause = 1.0
  private static let longestPause = 60.0

  init(_ backend: any SchedulerBackend) { self.backend = backend }

  /// What is so now.
  func look() -> Machine {
    start()
    return state.withLock { $0.machine }
  }

  /// Nobody asks any more.
  func end() { state.withLock { $0.watch.take() }?.end() }

  private func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    connect()
    // Whoever comes later meanwhile finds the machine unconstrained.
    _ = isKnown.wait(timeout: .now() + Self.patience)
  }

  private func connect() {
    let watch = backend.watchConditions { [weak self] news in
      switch news {
      case .news(let reply):
        self?.state.withLock { $0.pause = Self.firstPause }
        self?.take(Machine(reply.conditions))
      case .ended: self?.lost()
      }
    }
    state.withLock { $0.watch = watch }
  }

  private func take(_ machine: Machine) {
    state.withLock { state in
      let change: Change = (state.machine, machine)
      state.machine = machine
      queue.async { [weak self] in self?.tell(change) }
    }
    isKnown.signal()
  }

  /// What the scheduler said last holds no more, and it is asked again later.
  private func lost() {
    take(Machine())
    let pause = state.withLock { state in
      defer { state.pause = min(state.pause * 2, Self.longestPause) }
      return state.pause
    }
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.connect() }
  }

  private func tell(_ change: Change) {
    guard change.old != change.new else { return }
    if change.old.isLowPowerModeEnabled != change.new.isLowPowerModeEnabled {
      NotificationCenter.default.post(
        name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
    }
    if change.old.isHot != change.new.isHot {
      NotificationCenter.default.post(
        name: ProcessInfo.thermalStateDidChangeNotification, object: ProcessInfo.processInfo)
    }
  }
}

extension MachineMonitor.Machine {
  init(_ conditions: Wire.Conditions) {
    self.init(
      isLowPowerModeEnabled: conditions.lowPowerMode, isHot: conditions.thermalPressure)
  }
}
