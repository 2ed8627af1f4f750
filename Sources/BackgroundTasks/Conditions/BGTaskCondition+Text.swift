import ConditionSyntax
public import Foundation
import SchedulerCore

extension BGTaskCondition: LosslessStringConvertible {
  /// The expression as bgtask-when(7) writes it: `external-power and idle for 10min`.
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

  /// The reason why a text is no expression, and the place of the error.
  public struct SyntaxError: LocalizedError, Hashable, CustomStringConvertible {
    /// The character at which the error was noticed, from 1.
    public let column: Int
    /// The text found there, and the texts that are allowed.
    public let message: String

    /// `column 12: found "unmeterd", …; did you mean unmetered?`
    public var description: String { "column \(column): \(message)" }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
  }
}
