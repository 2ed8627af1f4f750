package import BackgroundApplication
import FoundationNetworking

/// The program's state: the entries that it has seen, by address, and the servers' marks of feeds.
package struct Library: Codable, Hashable, Sendable {
  package var entries: [String: Entry] = [:]
  /// The mark of a feed's last version (RFC 9110, ETag), by the feed's address.
  package var marks: [String: String] = [:]
}

/// Reads feeds now and then, downloads their pictures, and removes old entries while the machine is idle: an
/// application in the way of `BackgroundApplication`, as short as such applications are.
package struct FeedReader: BackgroundApplication {
  package static let refresh = "io.bgtaskd.examples.feeds.refresh"
  package static let pictures = "io.bgtaskd.examples.feeds.pictures"
  package static let clean = "io.bgtaskd.examples.feeds.clean"

  package var library = StateStore("library", initially: Library(), maximumAge: .seconds(365 * 86_400))
  /// The feeds' addresses: one after the other in the variable `FEEDS`.
  package var feeds = (ProcessInfo.processInfo.environment["FEEDS"] ?? "").split(separator: " ")
    .compactMap { URL(string: String($0)) }

  package init() {}

  package var tasks: some BackgroundTaskSet {
    AppRefresh(Self.refresh, every: .minutes(15), when: .network) { try await refresh() }
      .request { $0.retry = .init(initialInterval: 60, maximumAttempts: 5) }
    Processing(Self.clean, every: .seconds(86_400), when: .externalPower && .idle) { try clean($0) }
    Transfers(Self.pictures) { event in try take(event) }
  }

  /// Asks each feed for new entries. A feed that fails does not keep the others from being read.
  private func refresh() async throws {
    var failure: (any Error)?
    for feed in feeds {
      try Task.checkCancellation()
      do { try await read(feed) } catch { failure = error }
    }
    try library.save()
    if let failure { throw failure }
  }

  private func read(_ feed: URL) async throws {
    var request = URLRequest(url: feed, timeoutInterval: 20)
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.setValue(library.value.marks[feed.absoluteString], forHTTPHeaderField: "If-None-Match")
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let http = response as? HTTPURLResponse, http.statusCode != 304 else { return }
    guard http.statusCode == 200 else { throw URLError(.badServerResponse) }
    for entry in try FeedParser.entries(of: data) where library.value.entries[entry.link] == nil {
      library.update { $0.entries[entry.link] = entry }
      if let picture = entry.picture { try download(.init(picture, note: entry.link), in: Self.pictures) }
    }
    library.update { $0.marks[feed.absoluteString] = http.value(forHTTPHeaderField: "ETag") }
  }

  /// Puts a picture that has come beside the library.
  private func take(_ event: BackgroundTransferEvent) throws {
    guard case .finished(let transfer, let file) = event, let link = transfer.note else { return }
    let place = library.file.deletingLastPathComponent().appending(path: "\(transfer.id).picture")
    try FileManager.default.moveItem(at: file, to: place)
    library.update { $0.entries[link]?.picture = place }
    try library.save()
  }

  /// Removes entries of more than thirty days, in pieces that can be interrupted.
  private func clean(_ progress: Progress) throws {
    let entries = library.value.entries
    progress.totalUnitCount = Int64(entries.count)
    for (link, entry) in entries {
      try Task.checkCancellation()
      if entry.seen.timeIntervalSinceNow < -30 * 86_400 { library.update { $0.entries[link] = nil } }
      progress.completedUnitCount += 1
    }
    try library.save()
  }
}
