public import Foundation

/// What a program does when it starts, in steps: first what its tasks need, and the rest when it has nothing
/// better to do, or never.
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
/// Deferred steps run one after the other while no run goes on, once nothing has begun for ``quiet``; one
/// that throws is logged, and the next is taken. A program that ends cancels the one that runs, and the
/// others never run.
///
/// Each step is timed (``BackgroundApplication/measure(step:)``). One that takes more than twice the median
/// of its last starts is logged as a warning.
public struct Startup: Sendable {
  let steps: [StartupStep]
  /// So long nothing must have begun before a deferred step does.
  public let quiet: Duration
  /// Where the times of the last starts are kept; nil is where a ``StateStore`` is.
  public let directory: URL?

  /// - Parameters:
  ///   - quiet: So long nothing must have begun before a deferred step does.
  ///   - directory: Where the times of the last starts are kept; nil is where a ``StateStore`` is.
  ///   - steps: In their order. Their names tell them apart, from start to start.
  public init(
    quiet: Duration = .seconds(1), in directory: URL? = nil,
    @StartupBuilder _ steps: () -> [StartupStep] = { [] }
  ) {
    (self.quiet, self.directory, self.steps) = (quiet, directory, steps())
  }
}

/// A step of a program's ``Startup``.
public struct StartupStep: Sendable {
  /// When it is its turn.
  public enum Urgency: Sendable {
    /// Before anything else.
    case critical
    /// When nothing else is to be done.
    case deferred
  }

  /// What it is called in measurements.
  public let name: String
  /// When it is its turn.
  public let urgency: Urgency
  let body: @Sendable () async throws -> Void
}

/// A step that tasks need.
/// - Parameters:
///   - name: What it is called in measurements.
///   - body: What is done.
public func critical(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> StartupStep {
  StartupStep(name: name, urgency: .critical, body: body)
}

/// A step that no task needs.
/// - Parameters:
///   - name: What it is called in measurements.
///   - body: What is done.
public func deferred(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> StartupStep {
  StartupStep(name: name, urgency: .deferred, body: body)
}

/// Makes one list of the steps that stand below each other.
@resultBuilder
public enum StartupBuilder {
  /// Those that stand below each other.
  public static func buildBlock(_ steps: StartupStep...) -> [StartupStep] { steps }
}
