import BackgroundApplication
import FeedReader
import FoundationNetworking

/// The feed reader as an application for Apple's systems has it: with `BGTaskScheduler`, closures and a
/// delegate, in language mode 5. Only the session for pictures has another name there (URLSession).
package final class ClassicFeedReader: @unchecked Sendable {
  private let library: StateStore<Library>
  private let feeds: [URL]
  /// The queue on which the feeds' results are taken one after the other.
  private let queue = DispatchQueue(label: "feeds")
  private var failures = 0
  private lazy var pictures = BackgroundTransferSession(identifier: FeedReader.pictures, delegate: self)

  package init() {
    let reader = FeedReader()
    (library, feeds) = (reader.library, reader.feeds)
  }

  /// Registers and submits the tasks, as an app does in `application(_:didFinishLaunchingWithOptions:)`.
  package func launch() {
    let scheduler = BGTaskScheduler.shared
    scheduler.register(forTaskWithIdentifier: FeedReader.refresh, using: nil) { task in
      guard let task = task as? BGAppRefreshTask else { return task.setTaskCompleted(success: false) }
      self.handleRefresh(task)
    }
    scheduler.register(forTaskWithIdentifier: FeedReader.clean, using: nil) { task in
      guard let task = task as? BGProcessingTask else { return task.setTaskCompleted(success: false) }
      self.handleClean(task)
    }
    pictures.register()
    scheduleRefresh()
    scheduleClean()
  }

  private func scheduleRefresh(after pause: TimeInterval = 0) {
    let request = BGAppRefreshTaskRequest(identifier: FeedReader.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: pause)
    do { try BGTaskScheduler.shared.submit(request) } catch { print("Could not schedule: \(error)") }
  }

  private func scheduleClean() {
    let request = BGProcessingTaskRequest(identifier: FeedReader.clean)
    request.requiresExternalPower = true
    do { try BGTaskScheduler.shared.submit(request) } catch { print("Could not schedule: \(error)") }
  }

  private func handleRefresh(_ task: BGAppRefreshTask) {
    scheduleRefresh(after: 15 * 60)
    let group = DispatchGroup()
    queue.sync { failures = 0 }
    let requests = feeds.map { feed -> URLSessionDataTask in
      group.enter()
      return URLSession.shared.dataTask(with: feed) { data, _, error in
        self.queue.sync { if error != nil || !self.take(data) { self.failures += 1 } }
        group.leave()
      }
    }
    task.expirationHandler = { for request in requests { request.cancel() } }
    for request in requests { request.resume() }
    group.notify(queue: queue) { task.setTaskCompleted(success: self.failures == 0) }
  }

  private func take(_ data: Data?) -> Bool {
    guard let data = data, let entries = try? FeedParser.entries(of: data) else { return false }
    for entry in entries where library.value.entries[entry.link] == nil {
      library.update { $0.entries[entry.link] = entry }
      guard let picture = entry.picture else { continue }
      _ = try? pictures.download(BackgroundTransferRequest(picture, note: entry.link))
    }
    return (try? library.save()) != nil
  }

  private func handleClean(_ task: BGProcessingTask) {
    var isExpired = false
    task.expirationHandler = { isExpired = true }
    for (link, entry) in library.value.entries where !isExpired {
      if entry.seen.timeIntervalSinceNow < -30 * 86_400 { library.update { $0.entries[link] = nil } }
    }
    task.setTaskCompleted(success: !isExpired && (try? library.save()) != nil)
  }
}

extension ClassicFeedReader {
  /// Saves the library, as an app does in `applicationWillTerminate(_:)`, in time that it asks for.
  package func terminate(_ done: @escaping @Sendable () -> Void) {
    ProcessInfo.processInfo.performExpiringActivity(withReason: "saving what was read") { isExpired in
      if !isExpired { self.queue.sync { _ = try? self.library.save() } }
      done()
    }
  }
}

extension ClassicFeedReader: BackgroundTransferDelegate {
  package func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didFinishDownloadingTo location: URL
  ) {
    let place = library.file.deletingLastPathComponent().appendingPathComponent("\(transfer.id).picture")
    guard let link = transfer.note, (try? FileManager.default.moveItem(at: location, to: place)) != nil
    else { return }
    library.update { $0.entries[link]?.picture = place }
    try? library.save()
  }

  package func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer,
    didCompleteWithError error: BackgroundTransferError?
  ) {
    if let error = error { print("\(transfer.url): \(error.localizedDescription)") }
  }
}
