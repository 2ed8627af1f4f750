import ConditionSyntax
import SchedulerCore

/// The language of `when`, `while` and `relax`: an expression is read again from its written form, as the
/// store does, or an error points into the text.
enum ConditionsTarget: FuzzTarget {
  static let name = "conditions"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    attempt(text) { () throws(ConditionSyntaxError) in
      let expression = try ConditionSyntax.parse(text)
      let again = written(expression.text, ConditionSyntax.parse)
      hold(again.root == expression.root, "an expression is read again: \(expression.text), \(again.text)")
      holdSame(again.text, expression.text)
    }
    attempt(text) { () throws(ConditionSyntaxError) in
      let steps = try ConditionSyntax.parseRelaxations(text)
      let asWritten = ConditionSyntax.text(of: steps)
      let again = written(asWritten, ConditionSyntax.parseRelaxations)
      hold(again == steps, "steps are read again: \(asWritten)")
      holdSame(ConditionSyntax.text(of: again), asWritten)
    }
  }

  /// Reads the written form of an expression that had been read.
  private static func written<Value>(
    _ text: String, _ parse: (String) throws(ConditionSyntaxError) -> Value
  ) -> Value {
    hold(text.utf8.count <= ConditionExpression.textLimit, "what is written is no longer than what is read")
    do throws(ConditionSyntaxError) { return try parse(text) } catch {
      fatalError("broken: what is written can be read: \(text), \(error)")
    }
  }

  /// Compares bytes: to Swift, texts are equal that are canonically equivalent in Unicode.
  private static func holdSame(_ text: String, _ other: String) {
    hold(text.utf8.elementsEqual(other.utf8), "what is written is written again: \(text), \(other)")
  }

  private static func attempt(_ text: String, _ body: () throws(ConditionSyntaxError) -> Void) {
    do throws(ConditionSyntaxError) { try body() } catch {
      hold((1...text.count + 1).contains(error.column), "an error is in the text: \(error)")
      hold((1...512).contains(error.message.utf8.count), "an error is a sentence: \(error)")
    }
  }
}
