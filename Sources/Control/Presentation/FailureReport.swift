import Varlink

/// How a failure is told.
enum FailureReport {
  static func show(_ failure: Failure, on console: Console, asJSON: Bool) {
    console.printError(asJSON ? json(failure, console) + "\n" : text(failure))
  }

  /// The sentence, what it is about, and what to do next on a line of its own.
  private static func text(_ failure: Failure) -> String {
    let next = failure.next.map { "  \(SafeText.inline($0))\n" } ?? ""
    let excerpt = failure.excerpt.map { "  \(SafeText.inline($0))\n" }.joined()
    return "bgtaskctl: \(SafeText.inline(failure.message))\n\(excerpt)\(next)"
  }

  /// The protocol's error with the sentence beside it.
  private static func json(_ failure: Failure, _ console: Console) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.name("error")
    json.text(failure.name)
    json.name("parameters")
    json.raw(failure.parametersJSON.utf8)
    json.name("message")
    json.text(failure.message)
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    return console.errors.isTerminal ? SafeText.json(text) : text
  }
}
