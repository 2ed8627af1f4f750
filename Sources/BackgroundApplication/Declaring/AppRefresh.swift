public import BackgroundTasks

/// A short, frequent update (R30): `BGAppRefreshTaskRequest`.
///
/// Unless the administrator raises `MaxPendingRefreshPerApplication=`, one of them may be pending for an
/// application (R11), as on Apple's systems: of several that come again, the first does, and the log says
/// which do not.
public struct AppRefresh: BackgroundTaskDeclaring {
  /// The task.
  public let declaration: BackgroundTaskDeclaration

  /// The same with another task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// An update.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - every: So often it begins again, at least a second; nil is when it is submitted, and never where
  ///     nothing submits it, which a warning says when the program ends.
  ///   - condition: What must hold for it to start; nil is nothing.
  ///   - limit: How long it may take; nil is the kind's limit.
  ///   - handler: Does it. ``BackgroundRun/current`` says more about the run.
  public init(
    _ identifier: String, every: Duration? = nil, when condition: BGTaskCondition? = nil,
    limit: Duration? = nil, handler: @escaping @Sendable () async throws -> Void
  ) {
    declaration = BackgroundTaskDeclaration(
      identifier, .refresh, every: every, awaitsSubmission: every == nil,
      request: { identifier in
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.set(when: condition, limit: limit)
        return request
      }, handler: { _ in try await handler() })
  }
}

extension BGTaskRequest {
  func set(when condition: BGTaskCondition?, limit: Duration?) {
    when = condition
    runtimeLimit = limit.map { $0 / .seconds(1) }
  }
}
