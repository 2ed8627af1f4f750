import ConditionSyntax
import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Only on Linux: a step at which a request that has waited for long enough stops asking for conditions.
  /// The wait counts from its ``BGTaskRequest/earliestBeginDate``, or from when it was accepted where it has
  /// none. The conditions are then taken to hold, in its expressions and among its flags.
  public struct Relaxation: Hashable, Sendable {
    /// The length of the wait, in whole microseconds.
    public let after: Duration
    /// The conditions that are given up.
    public let names: [BGTaskCondition.Name]

    /// Creates a step.
    /// - Parameters:
    ///   - after: Longer than zero, or submitting throws; it is rounded up to whole microseconds, and is at
    ///     most 100 years.
    ///   - names: The conditions that are given up; at least one, or submitting throws.
    public init(after: Duration, without names: [BGTaskCondition.Name]) {
      self.after = .microseconds(TimeSpan(roundingUp: after).uSec)
      self.names = names
    }

    /// Returns a step, as in `.after(.seconds(86_400), without: .idle)`.
    public static func after(
      _ duration: Duration, without name: BGTaskCondition.Name, _ others: BGTaskCondition.Name...
    ) -> Relaxation {
      Relaxation(after: duration, without: [name] + others)
    }
  }

  /// Only on Linux: the effect of a condition that no source reports, on this machine or just now. It never
  /// stops a run.
  public enum UnknownPolicy: Hashable, Sendable {
    /// The condition holds nothing back.
    case proceed
    /// The task waits until a source reports the condition.
    case wait
  }
}

extension BGTaskRequest.Relaxation: CustomStringConvertible {
  /// The step as bgtask-when(7) writes it: `after 1d without idle`.
  public var description: String { core.text }

  fileprivate var core: SchedulerCore.Relaxation {
    .init(after: TimeSpan(roundingUp: after), without: names.map(\.rawValue))
  }

  fileprivate init(_ core: SchedulerCore.Relaxation) {
    self.init(
      after: .microseconds(core.after.uSec),
      without: core.names.compactMap(BGTaskCondition.Name.init(rawValue:)))
  }
}

extension BGTaskRequest {
  /// Adds the request's expressions to what goes to the scheduler.
  func addConditions(to request: inout Wire.TaskRequest) {
    request.when = when?.description
    request.while = whileRunning?.description
    request.relax = relaxations.isEmpty ? nil : ConditionSyntax.text(of: relaxations.map(\.core))
    request.unknownConditions =
      switch unknownConditions {
      case .proceed: .proceed
      case .wait: .wait
      case nil: nil
      }
  }

  /// Takes over the expressions of a pending request.
  func takeConditions(of request: Wire.TaskRequest) {
    when = request.when.flatMap(BGTaskCondition.init(_:))
    whileRunning = request.while.flatMap(BGTaskCondition.init(_:))
    let steps = request.relax.flatMap { try? ConditionSyntax.parseRelaxations($0) }
    relaxations = (steps ?? []).map(Relaxation.init(_:))
    unknownConditions =
      switch request.unknownConditions {
      case .proceed: .proceed
      case .wait: .wait
      case nil: nil
      }
  }
}
