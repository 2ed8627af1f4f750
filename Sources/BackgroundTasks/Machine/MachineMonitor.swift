import Dispatch
import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// A follower of the machine's conditions as the scheduler knows them, from the first look on.
final class MachineMonitor: Sendable {
  /// The part of the scheduler's conditions that a program is told.
  struct Machine: Hashable, Sendable {
    /// Whether a power-saver profile is on.
    var isLowPowerModeEnabled = false
    /// Whether the machine is too hot for work that can wait.
    var isHot = false

    var thermalState: ProcessInfo.ThermalState { isHot ? .serious : .nominal }
  }

  /// The machine before and after a change.
  typealias Change = (old: Machine, new: Machine)

  private struct State {
    var machine = Machine()
    var isStarted = false
    var watch: (any SchedulerWatch)?
    /// The pause before a daemon that is away is asked again.
    var pause = GrowingPause(first: .seconds(1), longest: .minutes(1))
  }

  private let backend: any SchedulerBackend
  private let state = Mutex(State())
  private let isKnown = DispatchSemaphore(value: 0)
  /// The queue on which changes are told, in order.
  private let queue = DispatchQueue(label: "BackgroundTasks machine", qos: .utility)

  /// The longest time that the first look waits for an answer.
  private static let patience = DispatchTimeInterval.seconds(1)

  init(_ backend: any SchedulerBackend) { self.backend = backend }

  /// Returns the present state of the machine.
  func look() -> Machine {
    start()
    return state.withLock { $0.machine }
  }

  func end() { state.withLock { $0.watch.take() }?.end() }

  private func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    connect()
    // A caller that comes during this wait finds the machine unconstrained.
    _ = isKnown.wait(timeout: .now() + Self.patience)
  }

  private func connect() {
    let watch = backend.watchConditions { [weak self] news in
      switch news {
      case .news(let reply):
        self?.state.withLock { $0.pause.reset() }
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

  /// Drops what the scheduler said last, which holds no more, and asks again later.
  private func lost() {
    take(Machine())
    let pause = DispatchTimeInterval.microseconds(Int(state.withLock { $0.pause.next().uSec }))
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
