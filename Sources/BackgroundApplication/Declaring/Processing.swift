public import BackgroundTasks

/// Work of minutes, while the machine is idle (R31): `BGProcessingTaskRequest`.
public struct Processing: BackgroundTaskDeclaring {
  /// The declared task.
  public let declaration: BackgroundTaskDeclaration

  /// Creates work of a declared task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Creates processing work.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - every: The period, at least a second; nil is a task that begins when it is submitted, and never
  ///     where nothing submits it, which a warning says when the program ends.
  ///   - condition: The condition for a run to start, whose parts about power, network and idleness must go
  ///     on holding while it lasts; nil is none.
  ///   - limit: The longest time of a run; nil is the kind's limit.
  ///   - handler: Does the work, and reports its progress, which `bgtaskctl list` shows.
  public init(
    _ identifier: String, every: Duration? = nil, when condition: BGTaskCondition? = nil,
    limit: Duration? = nil, handler: @escaping @Sendable (Progress) async throws -> Void
  ) {
    declaration = BackgroundTaskDeclaration(
      identifier, .processing, every: every, awaitsSubmission: every == nil,
      request: { identifier in
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.set(when: condition, limit: limit)
        return request
      }, handler: { try await handler($0.reportedProgress) })
  }
}
