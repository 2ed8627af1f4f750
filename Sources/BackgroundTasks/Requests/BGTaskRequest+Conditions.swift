import ConditionSyntax
import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Only on Linux: what a request stops asking for when it has waited for long enough, counted from its
  /// ``BGTaskRequest/earliestBeginDate``, or from when it was accepted where it has none. The conditions are
  /// then taken to hold, in its expressions and among its flags.
  public struct Relaxation: Hashable, Sendable {
    /// After so long, in whole microseconds.
    public let after: Duration
    /// What is given up.
    public let names: [BGTaskCondition.Name]

    /// A step.
    /// - Parameters:
    ///   - after: Longer than zero, or submitting throws; it is rounded up to whole microseconds, and is at
    ///     most 100 years.
    ///   - names: What is given up; at least one, or submitting throws.
    public init(after: Duration, without names: [BGTaskCondition.Name]) {
      self.after = .microseconds(TimeSpan(roundingUp: after).uSec)
      self.names = names
    }

    /// A step, as in `.after(.seconds(86_400), without: .idle)`.
    public static func after(
      _ duration: Duration, without name: BGTaskCondition.Name, _ others: BGTaskCondition.Name...
    ) -> Relaxation {
      Relaxation(after: duration, without: [name] + others)
    }
  }

  /// Only on Linux: what a condition does that nobody reports, on this machine or just now. It never stops a
  /// run.
  public enum UnknownPolicy: Hashable, Sendable {
    /// It holds nothing back.
    case proceed
    /// The task waits until somebody knows.
    case wait
  }
}

extension BGTaskRequest.Relaxation: CustomStringConvertible {
  /// As bgtask-when(7) writes it: `after 1d without idle`.
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
  /// What it asks in expressions, as it goes to the scheduler.
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

  /// Takes over what a pending request asks.
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
