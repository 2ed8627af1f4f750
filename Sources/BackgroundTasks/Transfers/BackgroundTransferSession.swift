public import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// Only on Linux: downloads and uploads that outlive the program, in the shape of URLSession's background
/// sessions.
///
/// What is handed in is done by bgtaskd, as this user, whether or not the program lives, and over restarts of
/// bgtaskd and of the machine; what was interrupted goes on where it was. When all transfers of the session
/// have ended, the program is launched for the session's identifier, which its manifest has to permit, and is
/// told how each ended. A program that is there hears of each at once, when it ``follow()``s.
///
/// ```swift
/// let session = BackgroundTransferSession(identifier: "org.example.feeds.pictures") { event in
///   if case .finished(let transfer, let file) = event { await store.take(file, from: transfer.url) }
/// }
/// session.register()
/// try session.download(BackgroundTransferRequest(url))
/// ```
///
/// Each end is told until a handler has returned from it: once, unless the program dies in the midst of that.
public final class BackgroundTransferSession: Sendable {
  /// Hears of what becomes of the transfers.
  public typealias Handler = @Sendable (BackgroundTransferEvent) async -> Void

  /// The identifier of the task that the program is launched for.
  public let identifier: String
  private let scheduler: BGTaskScheduler
  private let handler: @Sendable (BackgroundTransferEvent) async throws -> Void
  private let folder: TransferFolder
  private let state = Mutex(State())

  private struct State {
    /// One end after the other is told: who tells the next waits for this.
    var last: Task<(any Error)?, Never>?
    /// Who follows what happens.
    var watch: Task<Void, Never>?
    /// Transfers that somebody is about to wait for, of which nothing is to be told yet.
    var awaited: Set<String> = []
    /// Who waits for single transfers.
    var waiters: [String: CheckedContinuation<URL, any Error>] = [:]
  }

  /// A session. There may be several objects of one session, also in several processes, as long as one of
  /// them tells the ends.
  /// - Parameters:
  ///   - identifier: What the manifest permits: of a task of its own, up to 230 bytes.
  ///   - directory: Where what has come lies until it was told, on the file system where it is to stay; nil
  ///     is the program's own (`STATE_DIRECTORY`, else below `~/.local/state`).
  ///   - scheduler: Where transfers are handed in.
  ///   - handler: Hears of what becomes of them, one after the other.
  public convenience init(
    identifier: String, in directory: URL? = nil, on scheduler: BGTaskScheduler = .shared,
    handler: @escaping Handler = { _ in }
  ) {
    self.init(identifier: identifier, in: directory, on: scheduler, throwing: handler)
  }

  /// The same with a handler that may fail: what it throws for is told again by the next launch.
  package init(
    identifier: String, in directory: URL? = nil, on scheduler: BGTaskScheduler,
    throwing handler: @escaping @Sendable (BackgroundTransferEvent) async throws -> Void
  ) {
    self.identifier = identifier
    self.scheduler = scheduler
    self.handler = handler
    folder = TransferFolder(session: identifier, in: directory)
  }

  /// The same with a delegate, which the session does not own.
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

  /// Has a file fetched. When this returns it is on disk that it will be.
  /// - Throws: ``BGTaskScheduler/Error``; what Foundation says of the session's folder.
  @discardableResult
  public func download(_ request: BackgroundTransferRequest) throws -> BackgroundTransfer {
    try begin(.download, request, file: nil)
  }

  /// Has a file sent. It has to stay as it is until that is over.
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
      // In one piece with what takes it, so that nothing comes for nobody.
      let session = scheduler.session
      try session.translatingErrors { try $0.submit([wire, eventsRequest]) }
      // Without it, nobody hears of a cancellation for two minutes.
      try? folder.noteAcceptance(transfer)
      return transfer
    } catch {
      try? folder.remove(transfer)
      state.withLock { _ = $0.awaited.remove(transfer.id) }
      throw error
    }
  }

  /// What launches the program when all have ended.
  private var eventsRequest: Wire.TaskRequest {
    Wire.TaskRequest(
      identifier: identifier, kind: .processing, requiresIdle: false,
      retry: Wire.Retry(backoff: .exponential))
  }

  /// Has a file fetched, and waits for it. It is fetched also when the program does not live to see it.
  /// - Returns: What has come, in a place of the session's that the caller takes it away from. The handler is
  ///   not told.
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
        // It may have ended before anybody waited.
        tellSoon(transfer.id)
        if Task.isCancelled { cancel(transfer) }
      }
    } onCancel: {
      cancel(transfer)
    }
  }

  /// Ends a transfer; that it was cancelled is told as its failure.
  public func cancel(_ transfer: BackgroundTransfer) {
    scheduler.cancel(taskRequestWithIdentifier: transfer.id)
    tellSoon(transfer.id)
  }

  /// Transfers whose ends were not told.
  public var transfers: [BackgroundTransfer] { folder.transfers }

  // MARK: Telling

  /// Takes the launches of the session's identifier, and tells what has ended then. Once in a process.
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

  /// Tells what becomes of transfers from now on, as long as the session lives, and what has ended before.
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
          // A daemon that is away is waited for.
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

  /// Tells all that has ended, then that this was all.
  public func tellFinished() async {
    // A public session's handler throws nothing.
    try? await tellAll()
  }

  /// Tells all that has ended, then that this was all. Cancelling cancels the handler.
  /// - Throws: What the handler throws first, when the others are told as well.
  package func tellAll() async throws {
    var failure: (any Error)?
    for transfer in folder.transfers {
      // What is not told now is told by the next launch.
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

  /// Tells the end of a transfer, if it has come to one, behind what is told already.
  /// - Returns: What its handler has thrown.
  @discardableResult
  private func tellSoon(_ id: String) -> Task<(any Error)?, Never> { inTurn { try await $0.tell(id) } }

  /// Calls it when everybody before has been called.
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

  /// - Throws: What the handler throws: then it is told again by the next launch.
  private func tell(_ id: String) async throws {
    if state.withLock({ $0.awaited.contains(id) }) { return }
    guard let transfer = folder.transfer(id), let result = await result(of: transfer), !Task.isCancelled
    else { return }
    let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
    switch result {
    case .success(let file):
      if let waiter {
        do {
          // Its folder goes, and what has come stays.
          let aside = try folder.setAside(transfer)
          try? folder.remove(transfer)
          return waiter.resume(returning: aside)
        } catch {
          // It is told by the next launch.
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

  /// How it has ended; nil while it has not.
  private func result(of transfer: BackgroundTransfer) async -> Result<URL, BackgroundTransferError>? {
    if let said = Self.result(TransferReport(at: folder.report(transfer.id)), of: transfer) { return said }
    // Another attempt follows, or it was cancelled, or given up.
    let isPending = try? await scheduler.asking { session in
      try session.backend.list().contains { $0.request.identifier == transfer.id }
    }
    guard isPending == false else { return nil }
    // It may have come to its end between the two looks.
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

  /// What the helper has said of its end; nil while it has not.
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
