import SchedulerCore

/// Only on Linux: an expression of what a request asks of the machine or of the time.
///
/// ```swift
/// request.when =
///   .externalPower && (.unmetered || .network("Home")) && .idle(for: .seconds(600))
///   && !.hot && .battery(atLeast: 60) && .between("22:00", "06:00")
/// ```
///
/// `for:` asks that a condition has held for that long without a break. The length is rounded up to whole
/// microseconds, and is at most 100 years; zero asks for the condition alone.
///
/// An expression prints as the text that `bgtaskctl` and bgtask-when(7) write, and can be read from one
/// (``init(parsing:)``); two that print alike are equal. A value that is out of range there, such as a
/// percentage above 100 or a negative length, can be given here, and prints, but submitting it throws
/// ``BGTaskScheduler/Error/notPermitted``, which points at the column in the text. So does an expression of
/// more than 64 conditions, of more than 16 levels, or of more than 4096 bytes.
public struct BGTaskCondition: Hashable, Sendable {
  /// The expression as the scheduler has it.
  let root: ConditionExpression.Node

  init(_ root: ConditionExpression.Node) { self.root = root }

  init(_ atom: ConditionAtom, for hold: Duration? = nil) {
    // A condition that must have held for no time at all only has to hold.
    let hold = hold.map { TimeSpan(roundingUp: $0) }
    root = .leaf(ConditionLeaf(atom, for: hold == .zero ? nil : hold))
  }

  /// Both conditions hold. Binds more firmly than `||`, and less firmly than `!`.
  public static func && (left: BGTaskCondition, right: BGTaskCondition) -> BGTaskCondition {
    BGTaskCondition(.all(left.factors + right.factors))
  }

  /// At least one of both conditions holds.
  public static func || (left: BGTaskCondition, right: BGTaskCondition) -> BGTaskCondition {
    BGTaskCondition(.any(left.terms + right.terms))
  }

  /// The condition does not hold. A condition that no source reports does not hold back a request for its
  /// opposite, either; see ``BGTaskRequest/unknownConditions``.
  public static prefix func ! (condition: BGTaskCondition) -> BGTaskCondition {
    if case .not(let inner) = condition.root { return BGTaskCondition(inner) }
    return BGTaskCondition(.not(condition.root))
  }

  private var factors: [ConditionExpression.Node] { if case .all(let parts) = root { parts } else { [root] } }
  private var terms: [ConditionExpression.Node] { if case .any(let parts) = root { parts } else { [root] } }
}

extension TimeSpan {
  /// Creates a length in whole microseconds, rounded up; at most 100 years.
  init(roundingUp duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let longest = TimeSpan.maximum.uSec / 1_000_000
    guard seconds < longest else {
      self = .maximum
      return
    }
    let perMicrosecond: Int64 = 1_000_000_000_000
    let rest = attoseconds / perMicrosecond + (attoseconds % perMicrosecond > 0 ? 1 : 0)
    self.init(uSec: max(seconds, -longest) * 1_000_000 + rest)
  }
}
