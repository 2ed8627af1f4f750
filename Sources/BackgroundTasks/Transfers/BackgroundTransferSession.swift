public import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// Only on Linux: downloads and uploads that outlive the program, in the shape of URLSession's background
/// sessions.
///
/// bgtaskd carries out each transfer, as this user, whether or not the program runs, and over restarts of
/// bgtaskd and of the machine; an interrupted transfer goes on where it was. When all transfers of the
/// session have ended, the program is launched for the session's identifier, which its manifest has to
/// permit, and is told how each ended. A running program hears of each end at once, when it ``follow()``s.
///
/// ```swift
/// let session = BackgroundTransferSession(identifier: "org.example.feeds.pictures") { event in
///   if case .finished(let transfer, let file) = event { await store.take(file, from: transfer.url) }
/// }
/// session.register()
/// try session.download(BackgroundTransferRequest(url))
/// ```
///
/// Each end is told until a handler has returned from it: once, unless the program dies during that.
public final class BackgroundTransferSession: Sendable {
  /// A function that takes the events of the transfers.
  public typealias Handler = @Sendable (BackgroundTransferEvent) async -> Void

  /// The identifier of the task for which the program is launched.
  public let identifier: String
  private let scheduler: BGTaskScheduler
  private let handler: @Sendable (BackgroundTransferEvent) async throws -> Void
  private let folder: TransferFolder
  private let state = Mutex(State())

  private struct State {
    /// The last telling: ends are told one after the other, and the next waits for this.
    var last: Task<(any Error)?, Never>?
    /// The loop that follows the updates.
    var watch: Task<Void, Never>?
    /// Transfers that a caller is about to wait for, of which nothing is to be told yet.
    var awaited: Set<String> = []
    /// The callers that wait for single transfers.
    var waiters: [String: CheckedContinuation<URL, any Error>] = [:]
  }

  /// Creates a session. Several objects of one session may exist, also in several processes, as long as one
  /// of them tells the ends.
  /// - Parameters:
  ///   - identifier: An identifier of its own that the manifest permits, up to 230 bytes.
  ///   - directory: The place of downloaded files until they were told, on the file system where they are to
  ///     stay; nil is the program's own (`STATE_DIRECTORY`, else below `~/.local/state`).
  ///   - scheduler: The scheduler that takes the transfers.
  ///   - handler: Takes the events of the transfers, one after the other.
  public convenience init(
    identifier: String, in directory: URL? = nil, on scheduler: BGTaskScheduler = .shared,
    handler: @escaping Handler = { _ in }
  ) {
    self.init(identifier: identifier, in: directory, on: scheduler, throwing: handler)
  }

  /// Creates a session with a handler that may fail: the next launch tells again what it throws for.
  package init(
    identifier: String, in directory: URL? = nil, on scheduler: BGTaskScheduler,
    throwing handler: @escaping @Sendable (BackgroundTransferEvent) async throws -> Void
  ) {
    self.identifier = identifier
    self.scheduler = scheduler
    self.handler = handler
    folder = TransferFolder(session: identifier, in: directory)
  }

  /// Creates a session with a delegate, which the session does not own.
  public convenience init(
    identifier: String, in directory: URL? = nil, on scheduler: BGTaskScheduler = .shared,
    delegate: any BackgroundTransferDelegate
  ) {
    let forwarder = TransferDelegateForwarder(delegate)
    self.init(identifier: identifier, in: directory, on: scheduler) { await forwarder.handle($0) }
    forwarder.session.withLock { $0 = Weak(self) }
  }

  deinit { state.withLock { $0.watch }?.cancel() }

  // MARK: Handing in

  /// Submits a download. When this returns, the request is on disk.
  /// - Throws: ``BGTaskScheduler/Error``; Foundation's errors of the session's folder.
  @discardableResult
  public func download(_ request: BackgroundTransferRequest) throws -> BackgroundTransfer {
    try begin(.download, request, file: nil)
  }

  /// Submits an upload. The file must stay as it is until the upload is over.
  /// - Throws: As ``download(_:)``.
  @discardableResult
  public func upload(_ file: URL, _ request: BackgroundTransferRequest) throws -> BackgroundTransfer {
    try begin(.upload, request, file: file)
  }

  private func begin(
    _ direction: BackgroundTransfer.Direction, _ request: BackgroundTransferRequest, file: URL?,
    isAwaited: Bool = false
  ) throws -> BackgroundTransfer {
    let transfer = try folder.add(direction, request, file: file)
    if isAwaited { state.withLock { _ = $0.awaited.insert(transfer.id) } }
    do {
      let wire = try request.wireRequest(
        transfer.id, direction == .upload ? .upload : .download, file: transfer.file, session: identifier,
        report: folder.report(transfer.id))
      // The task that takes the transfer's end is submitted with it, so that no end comes without a taker.
      let session = scheduler.session
      try session.translatingErrors { try $0.submit([wire, eventsRequest]) }
      // Without the note, a cancellation is not noticed for two minutes.
      try? folder.noteAcceptance(transfer)
      return transfer
    } catch {
      try? folder.remove(transfer)
      state.withLock { _ = $0.awaited.remove(transfer.id) }
      throw error
    }
  }

  /// The request that launches the program when all transfers have ended.
  private var eventsRequest: Wire.TaskRequest {
    Wire.TaskRequest(
      identifier: identifier, kind: .processing, requiresIdle: false,
      retry: Wire.Retry(backoff: .exponential))
  }

  /// Downloads a file, and waits for it. The download goes on also when the program ends.
  /// - Returns: The downloaded file, in a place of the session's from which the caller takes it away. The
  ///   handler is not told.
  /// - Throws: ``BackgroundTransferError``; as ``download(_:)``; `CancellationError` when the Swift task was
  ///   cancelled, and the transfer with it.
  public func download(waitingFor request: BackgroundTransferRequest) async throws -> URL {
    follow()
    let transfer = try begin(.download, request, file: nil, isAwaited: true)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { state in
          state.waiters[transfer.id] = continuation
          state.awaited.remove(transfer.id)
        }
        // The transfer may have ended before the caller waited.
        tellSoon(transfer.id)
        if Task.isCancelled { cancel(transfer) }
      }
    } onCancel: {
      cancel(transfer)
    }
  }

  /// Cancels a transfer, which is told as its failure.
  public func cancel(_ transfer: BackgroundTransfer) {
    scheduler.cancel(taskRequestWithIdentifier: transfer.id)
    tellSoon(transfer.id)
  }

  /// The transfers whose ends were not told.
  public var transfers: [BackgroundTransfer] { folder.transfers }

  // MARK: Telling

  /// Takes the launches of the session's identifier, and tells the ends then. Call it once in a process.
  /// - Returns: False when no manifest permits the identifier (R3).
  @discardableResult
  public func register() -> Bool {
    scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
      let work = Task {
        await self.tellFinished()
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  /// Tells the events of transfers from now on, as long as the session lives, and the ends before.
  public func follow() {
    let watch = Task { [weak self] in
      var pause = Duration.milliseconds(100)
      while !Task.isCancelled {
        guard let updates = self?.scheduler.updates else { return }
        do {
          for try await update in updates {
            pause = .milliseconds(100)
            await self?.take(update)
          }
        } catch {
          // The loop waits for a daemon that is away.
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(60))
        }
      }
    }
    let isFirst = state.withLock { state in
      if state.watch != nil { return false }
      state.watch = watch
      return true
    }
    if !isFirst { watch.cancel() }
  }

  /// Tells all ends, then that these were all.
  public func tellFinished() async {
    // The handler of a public session throws nothing.
    try? await tellAll()
  }

  /// Tells all ends, then that these were all. Cancelling cancels the handler.
  /// - Throws: The handler's first error, when the other ends were told as well.
  package func tellAll() async throws {
    var failure: (any Error)?
    for transfer in folder.transfers {
      // An end that is not told now is told by the next launch.
      if Task.isCancelled { return }
      let telling = tellSoon(transfer.id)
      let result = await withTaskCancellationHandler {
        await telling.value
      } onCancel: {
        telling.cancel()
      }
      failure = failure ?? result
    }
    if let failure { throw failure }
    try await handler(.finishedEvents)
  }

  private func take(_ update: BGTaskUpdate) async {
    if update.event == .began {
      for transfer in folder.transfers { tellSoon(transfer.id) }
      return
    }
    guard let id = update.identifier, id.hasPrefix("\(identifier).") else { return }
    switch update.event {
    case .ended, .cancelled, .gaveUp: tellSoon(id)
    case .progress:
      guard let run = update.run, let done = run.completedUnitCount, let transfer = folder.transfer(id)
      else { return }
      _ = await inTurn { try await $0.handler(.progressed(transfer, bytes: done, of: run.totalUnitCount)) }
        .value
    default: break
    }
  }

  /// Tells the end of a transfer, if it has ended, after all that is being told already.
  /// - Returns: The error of its handler.
  @discardableResult
  private func tellSoon(_ id: String) -> Task<(any Error)?, Never> { inTurn { try await $0.tell(id) } }

  /// Runs `body` when all earlier calls are over.
  private func inTurn(
    _ body: @escaping @Sendable (BackgroundTransferSession) async throws -> Void
  ) -> Task<(any Error)?, Never> {
    state.withLock { state in
      let task = Task { [last = state.last] () -> (any Error)? in
        _ = await last?.value
        do {
          try await body(self)
          return nil
        } catch {
          return error
        }
      }
      state.last = task
      return task
    }
  }

  /// Tells an end, and throws what the handler throws: the next launch then tells the end again.
  private func tell(_ id: String) async throws {
    if state.withLock({ $0.awaited.contains(id) }) { return }
    guard let transfer = folder.transfer(id), let result = await result(of: transfer), !Task.isCancelled
    else { return }
    let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
    switch result {
    case .success(let file):
      if let waiter {
        do {
          // The transfer's folder is removed, and the downloaded file stays.
          let aside = try folder.setAside(transfer)
          try? folder.remove(transfer)
          return waiter.resume(returning: aside)
        } catch {
          // The next launch tells the end.
          return waiter.resume(throwing: error)
        }
      }
      try await handler(.finished(transfer, file))
    case .failure(let error):
      if let waiter {
        waiter.resume(throwing: error.code == Self.cancelled ? CancellationError() : error)
      } else {
        try await handler(.failed(transfer, error))
      }
    }
    try? folder.remove(transfer)
  }

  private static let cancelled = "cancelled"

  /// Returns how the transfer has ended; nil while it has not.
  private func result(of transfer: BackgroundTransfer) async -> Result<URL, BackgroundTransferError>? {
    if let said = Self.result(TransferReport(at: folder.report(transfer.id)), of: transfer) { return said }
    // Another attempt follows, or the transfer was cancelled, or given up.
    let isPending = try? await scheduler.asking { session in
      try session.backend.list().contains { $0.request.identifier == transfer.id }
    }
    guard isPending == false else { return nil }
    // The transfer may have ended between the two looks.
    let report = TransferReport(at: folder.report(transfer.id))
    if let said = Self.result(report, of: transfer) { return said }
    let last = try? await scheduler.runs(of: transfer.id, limit: 1).first
    if last == nil, report == nil, folder.mayBeBeginning(transfer) { return nil }
    if last?.outcome == .cancelled || (last == nil && report == nil) {
      return .failure(
        BackgroundTransferError(code: Self.cancelled, message: "it was cancelled", status: report?.status))
    }
    return .failure(BackgroundTransferError(report, or: last?.reason?.message))
  }

  /// Returns the end that the helper has reported; nil while it has not.
  private static func result(
    _ report: TransferReport?, of transfer: BackgroundTransfer
  ) -> Result<URL, BackgroundTransferError>? {
    switch report?.outcome {
    case .done: .success(transfer.file)
    case .failed: .failure(BackgroundTransferError(report))
    case .again, nil: nil
    }
  }
}
