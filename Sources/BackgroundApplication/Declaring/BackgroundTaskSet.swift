/// The background work of an application: one task, or several, as they stand in
/// ``BackgroundApplication/tasks``.
public protocol BackgroundTaskSet: Sendable {
  /// The declared tasks.
  var declarations: [BackgroundTaskDeclaration] { get }
}

/// Several tasks, as the builder makes them.
public struct BackgroundTaskGroup: BackgroundTaskSet {
  /// The declared tasks.
  public let declarations: [BackgroundTaskDeclaration]
}

/// A builder of one set of the tasks that stand below each other, with `if`, `switch` and `for` among them.
@resultBuilder
public enum BackgroundTaskBuilder {
  /// Joins the tasks that stand below each other.
  public static func buildBlock(_ sets: any BackgroundTaskSet...) -> BackgroundTaskGroup { buildArray(sets) }

  /// Builds an `if` without `else`.
  public static func buildOptional(_ set: BackgroundTaskGroup?) -> BackgroundTaskGroup {
    set ?? BackgroundTaskGroup(declarations: [])
  }

  /// Builds an `if` branch.
  public static func buildEither(first set: BackgroundTaskGroup) -> BackgroundTaskGroup { set }

  /// Builds an `else` branch.
  public static func buildEither(second set: BackgroundTaskGroup) -> BackgroundTaskGroup { set }

  /// Builds a `for` loop.
  public static func buildArray(_ sets: [any BackgroundTaskSet]) -> BackgroundTaskGroup {
    BackgroundTaskGroup(declarations: sets.flatMap(\.declarations))
  }
}
