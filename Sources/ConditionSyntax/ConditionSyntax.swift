// Room ConditionSyntax: the language of `when`, `while` and calendars, and the time zones that it names.
// Way in: `ConditionSyntax`, `CalendarSyntax`.
// Must not know: the machine's present state, and who asks.

package import SchedulerCore

/// The language of `when` and `while`: conditions with `and`, `or`, `not` and parentheses, as in
/// `external-power and (unmetered or network "Home") and idle for 10min`.
///
///     expression  term { "or" term }
///     term        factor { "and" factor }
///     factor      "not" factor | "(" expression ")" | atom [ "for" SPAN ]
package enum ConditionSyntax {
  /// Parses an expression.
  /// - Throws: ``ConditionSyntaxError``, which points at the column and suggests a word.
  package static func parse(_ text: String) throws(ConditionSyntaxError) -> ConditionExpression {
    var parser = ConditionParser(try ConditionLexer.tokens(of: text))
    let root = try parser.expression(depth: 1)
    guard case .end = parser.next.kind else { throw parser.unexpected("and, or, or the end") }
    let expression = ConditionExpression(root)
    try checkWritten(expression.text)
    return expression
  }

  /// Parses relaxations: `after 1d without idle; after 7d without unmetered, vpn`.
  /// - Throws: ``ConditionSyntaxError``.
  package static func parseRelaxations(_ text: String) throws(ConditionSyntaxError) -> [Relaxation] {
    var parser = ConditionParser(try ConditionLexer.tokens(of: text))
    var steps: [Relaxation] = []
    repeat {
      try parser.word("after")
      let span = try parser.span()
      try parser.word("without")
      var names: [String] = []
      repeat { names.append(try parser.name()) } while parser.take(.comma)
      steps.append(Relaxation(after: span, without: names))
    } while parser.take(.semicolon)
    guard case .end = parser.next.kind else { throw parser.unexpected("a comma, a semicolon or the end") }
    let limit = ConditionWish.relaxationLimit
    guard steps.count <= limit else {
      throw ConditionSyntaxError(1, "found \(steps.count) steps, allowed are up to \(limit)")
    }
    try checkWritten(Self.text(of: steps))
    return steps
  }

  /// Checks the length of the text as it is written back, such as `no-user alice logged in` for `no-user
  /// alice`. The store keeps that text and the daemon parses it at the next start.
  private static func checkWritten(_ text: String) throws(ConditionSyntaxError) {
    guard text.utf8.count <= ConditionExpression.textLimit else {
      throw ConditionSyntaxError(
        1,
        "found \(text.utf8.count) bytes in the full form, allowed are up to "
          + "\(ConditionExpression.textLimit)")
    }
  }

  /// Returns the text of the relaxations in its canonical form.
  package static func text(of steps: [Relaxation]) -> String { steps.map(\.text).joined(separator: "; ") }

  /// All words that begin an atom.
  package static let names: [String] = ConditionAtom.words.map(\.word)
}
