public import Foundation

/// The steps of a program's start: first those that its tasks need, and the rest when the program has no
/// other work, or never.
///
/// ```swift
/// var startup: Startup {
///   Startup {
///     critical("library") { try await library.open() }
///     deferred("thumbnails") { await thumbnails.warmUp() }
///   }
/// }
/// ```
///
/// Critical steps run one after the other before the tasks are registered; one that throws ends the program.
/// Deferred steps run one after the other while no run goes on, once nothing has begun for ``quiet``; a step
/// that throws is logged, and the next one follows. A program that ends cancels the step that runs, and the
/// later steps never run.
///
/// Each step is timed (``BackgroundApplication/measure(step:)``). A step that takes more than twice the
/// median of its last starts is logged as a warning.
public struct Startup: Sendable {
  let steps: [StartupStep]
  /// The time in which nothing must have begun before a deferred step does.
  public let quiet: Duration
  /// The directory of the times of the last starts; nil is that of a ``StateStore``.
  public let directory: URL?

  /// - Parameters:
  ///   - quiet: The time in which nothing must have begun before a deferred step does.
  ///   - directory: The directory of the times of the last starts; nil is that of a ``StateStore``.
  ///   - steps: The steps, in their order. Their names tell them apart, from start to start.
  public init(
    quiet: Duration = .seconds(1), in directory: URL? = nil,
    @StartupBuilder _ steps: () -> [StartupStep] = { [] }
  ) {
    (self.quiet, self.directory, self.steps) = (quiet, directory, steps())
  }
}

/// A step of a program's ``Startup``.
public struct StartupStep: Sendable {
  /// The urgency of a step.
  public enum Urgency: Sendable {
    /// The step runs before anything else.
    case critical
    /// The step runs when there is no other work.
    case deferred
  }

  /// The name of the step in measurements.
  public let name: String
  /// The urgency of the step.
  public let urgency: Urgency
  let body: @Sendable () async throws -> Void
}

/// Returns a step that tasks need.
/// - Parameters:
///   - name: The name of the step in measurements.
///   - body: The work of the step.
public func critical(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> StartupStep {
  StartupStep(name: name, urgency: .critical, body: body)
}

/// Returns a step that no task needs.
/// - Parameters:
///   - name: The name of the step in measurements.
///   - body: The work of the step.
public func deferred(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> StartupStep {
  StartupStep(name: name, urgency: .deferred, body: body)
}

/// A builder of one list of the steps that stand below each other.
@resultBuilder
public enum StartupBuilder {
  /// Joins the steps that stand below each other.
  public static func buildBlock(_ steps: StartupStep...) -> [StartupStep] { steps }
}
