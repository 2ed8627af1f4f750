public import BackgroundTasks

/// Work that a person starts, and sees the progress of (R50): `BGContinuedProcessingTaskRequest`. Submit it
/// with ``BackgroundApplication/submit(_:after:on:change:)``, in the moment in which the person asks for it.
public struct ContinuedProcessing: BackgroundTaskDeclaring {
  /// The task.
  public let declaration: BackgroundTaskDeclaration

  /// The same with another task.
  public init(declaration: BackgroundTaskDeclaration) { self.declaration = declaration }

  /// Work.
  /// - Parameters:
  ///   - identifier: The task, or a pattern that ends in `.*`.
  ///   - title: What it is, for people.
  ///   - subtitle: More about it, for people.
  ///   - handler: Does it, and says how far it is at least once a minute (R51).
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
