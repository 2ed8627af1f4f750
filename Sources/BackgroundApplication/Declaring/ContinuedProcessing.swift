public import BackgroundTasks

/// Work that a person starts, and whose progress they see (R50): `BGContinuedProcessingTaskRequest`. Submit
/// it with ``BackgroundApplication/submit(_:after:on:change:)``, when the person asks for it.
public struct ContinuedProcessing: BackgroundTaskDeclaring {
  /// The declared task.
  public let declaration: BackgroundTaskDeclaration

  /// Creates work of a declared task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Creates continued work.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - title: The title of the work, for people.
  ///   - subtitle: The subtitle of the work, for people.
  ///   - handler: Does the work, and reports progress at least once a minute (R51).
  public init(
    _ identifier: String, title: String, subtitle: String = "",
    handler: @escaping @Sendable (Progress) async throws -> Void
  ) {
    declaration = BackgroundTaskDeclaration(
      identifier, .continued, every: nil,
      request: { BGContinuedProcessingTaskRequest(identifier: $0, title: title, subtitle: subtitle) },
      handler: { try await handler($0.reportedProgress) })
  }
}
