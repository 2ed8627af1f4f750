import SystemdSyntax
import Varlink

/// Shows a failure to people or programs.
enum FailureReport {
  /// - Parameter program: The program that failed.
  static func show(_ failure: Failure, of program: String, in context: Context, asJSON: Bool) {
    let console = context.console
    guard !asJSON else { return console.printError(json(failure, console) + "\n") }
    var failure = failure
    failure.message = TimestampSyntax.replacingUTCDates(in: failure.message) {
      TimestampSyntax.format($0, zone: context.zone)
    }
    console.printError(text(failure, of: program, width: console.errors.width))
  }

  /// Returns the sentence, its excerpt, and what to do next on a line of its own.
  private static func text(_ failure: Failure, of program: String, width: Int?) -> String {
    let sentence = "\(program): \(SafeText.inline(failure.message))"
    var lines = TextWrap.sentence(sentence, width: width, hanging: 2)
    // An excerpt is not wrapped, so that the pointer stands under its place.
    lines += failure.excerpt.map { "  \(SafeText.inline($0))" }
    if let next = failure.next {
      lines += TextWrap.sentence("  \(SafeText.inline(next))", width: width, hanging: 4)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the protocol's error with the sentence beside it.
  private static func json(_ failure: Failure, _ console: Console) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("error", failure.name)
    json.name("parameters")
    json.raw(failure.parametersJSON.utf8)
    json.member("message", failure.message)
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    return console.errors.isTerminal ? SafeText.json(text) : text
  }
}
