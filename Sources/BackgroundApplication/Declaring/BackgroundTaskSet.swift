/// What an application does in the background: one task, or several, as they stand in
/// ``BackgroundApplication/tasks``.
public protocol BackgroundTaskSet: Sendable {
  /// The tasks.
  var declarations: [BackgroundTaskDeclaration] { get }
}

/// Several tasks, as the builder makes them.
public struct BackgroundTaskGroup: BackgroundTaskSet {
  /// The tasks.
  public let declarations: [BackgroundTaskDeclaration]
}

/// Makes one set of the tasks that stand below each other, with `if`, `switch` and `for` among them.
@resultBuilder
public enum BackgroundTaskBuilder {
  /// Those that stand below each other.
  public static func buildBlock(_ sets: any BackgroundTaskSet...) -> BackgroundTaskGroup { buildArray(sets) }

  /// `if` without `else`.
  public static func buildOptional(_ set: BackgroundTaskGroup?) -> BackgroundTaskGroup {
    set ?? BackgroundTaskGroup(declarations: [])
  }

  /// `if`.
  public static func buildEither(first set: BackgroundTaskGroup) -> BackgroundTaskGroup { set }

  /// `else`.
  public static func buildEither(second set: BackgroundTaskGroup) -> BackgroundTaskGroup { set }

  /// `for`.
  public static func buildArray(_ sets: [any BackgroundTaskSet]) -> BackgroundTaskGroup {
    BackgroundTaskGroup(declarations: sets.flatMap(\.declarations))
  }
}
