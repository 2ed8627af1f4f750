import ConfigurationFiles
import LinuxSystem
import SchedulerCore
import TaskStore

/// A store that was opened and read, before anything is decided.
struct OpenedStore: Sendable {
  let store: TaskStore
  let contents: StoreContents
  /// The machine was not booted since the store was last used.
  let isSameBoot: Bool

  /// - Throws: ``StoreError`` that says what to do.
  init(directory: String, _ configuration: DaemonConfiguration) throws(StoreError) {
    store = try TaskStore(directory: directory, history: HistoryLimits(configuration))
    contents = try store.load(memory: configuration.scheduler.taskMemory)
    // Without a boot id nobody can tell; then nothing has to settle.
    let bootID = try? SystemClock.bootID()
    let known = try store.bootID()
    isSameBoot = bootID == nil || known == nil || known == bootID
    if let bootID, bootID != known { try store.setBootID(bootID) }
  }
}

extension HistoryLimits {
  init(_ configuration: DaemonConfiguration) {
    self.init(maximumAge: configuration.historyMaximumAge, maximumRuns: configuration.historyMaximumRuns)
  }
}
