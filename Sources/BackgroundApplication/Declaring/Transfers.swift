public import BackgroundTasks

/// Downloads and uploads that outlive the program: a ``BackgroundTransferSession`` whose ends are told to a
/// handler. ``BackgroundApplication/download(_:in:on:)`` and ``BackgroundApplication/upload(_:_:in:on:)``
/// submit them.
public struct Transfers: BackgroundTaskDeclaring {
  /// The task that is launched when all transfers have ended.
  public let declaration: BackgroundTaskDeclaration

  /// Creates a session of a declared task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Creates a session.
  /// - Parameters:
  ///   - identifier: The identifier of the session, and of the task for which the program is launched.
  ///   - handler: Called with each end, one after the other. An error that it throws fails the run, and the
  ///     next run tells that end again.
  public init(
    _ identifier: String, handler: @escaping @Sendable (BackgroundTransferEvent) async throws -> Void
  ) {
    declaration = BackgroundTaskDeclaration(
      identifier, .processing, every: nil,
      request: { identifier in
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresIdle = false
        return request
      },
      handler: { _ in
        try await BackgroundTransferSession(
          identifier: identifier, on: CurrentWork.work?.scheduler ?? .shared, throwing: handler
        ).tellAll()
        try Task.checkCancellation()
      })
  }
}

extension BackgroundApplication {
  /// Submits a download in a session of the application's ``Transfers``.
  /// - Throws: ``BackgroundApplicationError/undeclared(_:)``; as `BackgroundTransferSession.download(_:)`.
  @discardableResult
  public func download(
    _ request: BackgroundTransferRequest, in session: String, on scheduler: BGTaskScheduler? = nil
  ) throws -> BackgroundTransfer {
    try transferSession(session, scheduler).download(request)
  }

  /// Submits an upload in a session of the application's ``Transfers``.
  /// - Throws: As ``download(_:in:on:)``.
  @discardableResult
  public func upload(
    _ file: URL, _ request: BackgroundTransferRequest, in session: String,
    on scheduler: BGTaskScheduler? = nil
  ) throws -> BackgroundTransfer {
    try transferSession(session, scheduler).upload(file, request)
  }

  private func transferSession(
    _ identifier: String, _ scheduler: BGTaskScheduler?
  ) throws -> BackgroundTransferSession {
    guard tasks.declarations.contains(where: { $0.identifier == identifier }) else {
      throw BackgroundApplicationError.undeclared(identifier)
    }
    return BackgroundTransferSession(
      identifier: identifier, on: scheduler ?? CurrentWork.work?.scheduler ?? .shared)
  }
}
