import ConditionSyntax
public import Foundation
import SchedulerCore

extension BGTaskCondition: LosslessStringConvertible {
  /// As bgtask-when(7) writes it: `external-power and idle for 10min`.
  public var description: String { root.text }

  /// Reads a text, as ``init(parsing:)`` does; nil when it is no expression.
  public init?(_ description: String) {
    guard let expression = try? ConditionSyntax.parse(description) else { return nil }
    self.init(expression.root)
  }

  /// Reads a text as bgtask-when(7) describes it, such as one from a configuration file.
  /// - Throws: ``SyntaxError``, which says what was found where.
  public init(parsing text: String) throws(SyntaxError) {
    do throws(ConditionSyntaxError) {
      self.init(try ConditionSyntax.parse(text).root)
    } catch {
      throw SyntaxError(column: error.column, message: error.message)
    }
  }

  /// Why a text is no expression, and where.
  public struct SyntaxError: LocalizedError, Hashable, CustomStringConvertible {
    /// The character at which it was noticed, from 1.
    public let column: Int
    /// What was found there, and what is allowed.
    public let message: String

    /// `column 12: found "unmeterd", …; did you mean unmetered?`
    public var description: String { "column \(column): \(message)" }

    /// The description.
    public var errorDescription: String? { description }
  }
}
