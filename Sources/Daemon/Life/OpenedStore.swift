import ConfigurationFiles
import LinuxSystem
import SchedulerCore
import Synchronization
import TaskStore

/// An opened store and the scheduler with its contents, before the first decision.
struct OpenedStore: Sendable {
  let store: TaskStore
  let scheduler: Handover<Scheduler>
  /// Whether the machine has not booted since the store was last used.
  let isSameBoot: Bool

  /// - Parameter progress: Gets each step on any thread, also of the store's work after this initializer.
  /// - Throws: ``StoreError`` that names the remedy.
  init(
    directory: String, _ configuration: DaemonConfiguration,
    progress: @escaping @Sendable (OpeningStep) -> Void
  ) throws(StoreError) {
    store = try TaskStore(directory: directory, history: HistoryLimits(configuration)) {
      progress(OpeningStep($0))
    }
    scheduler = Handover(try Scheduler(from: store, configuration.scheduler))
    // Without a boot ID a boot cannot be detected; then nothing has to settle.
    let bootID = try? SystemClock.bootID()
    let known = try store.bootID()
    isSameBoot = bootID == nil || known == nil || known == bootID
    if let bootID, bootID != known { try store.setBootID(bootID) }
  }
}

extension Scheduler {
  /// Restores the scheduler from a store, while that is being read.
  init(from store: TaskStore, _ configuration: SchedulerConfiguration) throws(StoreError) {
    var restoration: Restoration?
    let contents = try store.load(memory: configuration.taskMemory) { piece in
      switch piece {
      case .begin(let activeRuns, let tasks):
        restoration = Restoration(
          configuration: configuration, seed: .random(in: 0...UInt64.max), tasks: tasks,
          activeRuns: activeRuns)
      case .tasks(let tasks): for task in tasks { restoration?.take(task) }
      }
    }
    guard let restoration else { preconditionFailure("the store has no beginning") }
    self = restoration.scheduler(
      declarations: contents.declarations, uses: contents.uses, pauses: contents.pauses,
      ends: contents.ends, windows: contents.windows, works: contents.works, heldBack: contents.heldBack,
      nextTaskID: contents.nextTaskID, lastRecorded: contents.lastRecorded)
  }
}

extension HistoryLimits {
  init(_ configuration: DaemonConfiguration) {
    self.init(
      maximumAge: configuration.historyMaximumAge, maximumRuns: configuration.historyMaximumRuns,
      maximumOutputBytes: configuration.historyMaximumOutputBytes,
      maximumRecordAge: configuration.recordMaximumAge,
      maximumRecordBytes: configuration.recordMaximumBytes)
  }
}

/// A value on its way from one thread to another. The handover keeps no copy: a value that is held twice is
/// copied when it changes.
final class Handover<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) { self.value = Mutex(value) }

  /// Returns the value the first time, `nil` afterwards.
  func take() -> Value? { value.withLock { $0.take() } }
}
