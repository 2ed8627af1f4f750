import ConditionSyntax
import SchedulerCore

/// What rows say of conditions, each text read once: a million rows may hold the same.
final class ReadConditions {
  private struct Texts: Hashable {
    var when, whileRunning, relaxations: String?
  }

  private var wishes: [Texts: ConditionWish] = [:]

  /// What a row says.
  func wish(
    when: String?, whileRunning: String?, relaxations: String?
  ) throws(ConditionSyntaxError) -> ConditionWish {
    let texts = Texts(when: when, whileRunning: whileRunning, relaxations: relaxations)
    if texts == Texts() { return .none }
    if let known = wishes[texts] { return known }
    let wish = ConditionWish(
      when: try Self.expression(when), whileRunning: try Self.expression(whileRunning),
      relaxations: try Self.relaxations(relaxations))
    wishes[texts] = wish
    return wish
  }

  private static func expression(_ text: String?) throws(ConditionSyntaxError) -> ConditionExpression? {
    guard let text else { return nil }
    return try ConditionSyntax.parse(text)
  }

  private static func relaxations(_ text: String?) throws(ConditionSyntaxError) -> [Relaxation] {
    guard let text else { return [] }
    return try ConditionSyntax.parseRelaxations(text)
  }
}
