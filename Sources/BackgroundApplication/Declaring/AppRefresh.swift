public import BackgroundTasks

/// A short, frequent update (R30): `BGAppRefreshTaskRequest`.
///
/// Unless the administrator raises `MaxPendingRefreshPerApplication=`, one refresh may be pending for an
/// application (R11), as on Apple's systems: of several that repeat, only the first does, and the log names
/// the others.
public struct AppRefresh: BackgroundTaskDeclaring {
  /// The declared task.
  public let declaration: BackgroundTaskDeclaration

  /// Creates a refresh of a declared task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Creates an update.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - every: The period, at least a second; nil is a task that begins when it is submitted, and never
  ///     where nothing submits it, which a warning says when the program ends.
  ///   - condition: The condition for a run to start; nil is none.
  ///   - limit: The longest time of a run; nil is the kind's limit.
  ///   - handler: Does the update. ``BackgroundRun/current`` says more about the run.
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
