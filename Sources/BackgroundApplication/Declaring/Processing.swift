public import BackgroundTasks

/// Work of minutes, at a quiet time (R31): `BGProcessingTaskRequest`.
public struct Processing: BackgroundTaskDeclaring {
  /// The task.
  public let declaration: BackgroundTaskDeclaration

  /// The same with another task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Work.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - every: So often it begins again, at least a second; nil is when it is submitted, and never where
  ///     nothing submits it, which a warning says when the program ends.
  ///   - condition: What must hold for it to start, and of power, network and idleness go on holding while it
  ///     lasts; nil is nothing.
  ///   - limit: How long it may take; nil is the kind's limit.
  ///   - handler: Does it, and says how far it is: `bgtaskctl list` shows that.
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
