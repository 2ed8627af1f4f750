/// The examples and rules in a protocol's comments, as read by a client's author who has only the text.
package struct ProtocolText {
  /// A line of an example.
  package struct Line: CustomStringConvertible, Sendable {
    /// The kind of a line.
    package enum Form: String, Sendable {
      /// A call without `more`.
      case call
      /// A call with `more`.
      case more
      /// A reply, or a further reply to a call with `more`.
      case reply
      /// An error in place of a reply.
      case error
    }

    /// The number of its first line, from 1.
    package let number: Int
    /// The method whose example has the line.
    package let method: String
    /// The word before the object.
    package let form: Form
    /// The method that is called or that replies, or the error; `nil` for a reply to the last call.
    package let name: String?
    /// The object as the text has it.
    package let text: String

    /// The line in a form that can be found in the text.
    package var description: String { "line \(number): \(form) \(name.map { $0 + " " } ?? "")\(text)" }

    /// The object. A part that is left out is ``Line/leftOut``, as a member's name, an element, or a text.
    package var value: JSONValue { get throws { try JSONValue(Self.written(text)) } }

    /// The sign for parts that are left out.
    package static let leftOut = "…"

    /// Returns the object with the sign as a member or an element where it stands alone.
    private static func written(_ text: String) -> String {
      var result = ""
      var open: [Character] = []
      var isText = false
      var last: Character = " "
      for character in text {
        if character == "\"" && last != "\\" { isText.toggle() }
        last = character
        guard !isText else {
          result.append(character)
          continue
        }
        switch character {
        case "{", "[": open.append(character)
        case "}", "]": open.removeLast()
        default: break
        }
        result += character == "…" ? (open.last == "{" ? "\"…\":true" : "\"…\"") : String(character)
      }
      return result
    }
  }

  /// The names of the methods, in the text's order.
  package private(set) var methods: [String] = []
  /// The lines of all examples, in the text's order.
  package private(set) var examples: [Line] = []
  /// The errors that a method's comment names, by the method.
  package private(set) var errors: [String: [String]] = [:]
  /// The words in parentheses at the beginning of a method's comment, by the method.
  package private(set) var marks: [String: [String]] = [:]

  /// Reads a protocol's text.
  package init(_ text: String) {
    var comment: [(number: Int, text: Substring)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("#") {
        comment.append((index + 1, line.dropFirst()))
        continue
      }
      if line.hasPrefix("method ") { take(comment, of: String(line.dropFirst(7).prefix { $0 != "(" })) }
      comment = []
    }
  }

  private mutating func take(_ comment: [(number: Int, text: Substring)], of method: String) {
    methods.append(method)
    let words = comment.map { String($0.text.drop { $0 == " " }) }
    if let first = words.first, first.hasPrefix("(") {
      marks[method] = Self.list(first.dropFirst().prefix { $0 != ")" })
    }
    let named = words.drop { !$0.hasPrefix("Errors: ") }.prefix { !$0.isEmpty }.joined(separator: " ")
    errors[method] = Self.list(Self.withoutParentheses(named).drop { $0 != " " }.prefix { $0 != "." })
    for (number, text) in comment {
      let indentation = text.prefix { $0 == " " }.count
      let rest = text.dropFirst(indentation)
      if indentation == 3, let form = Line.Form(rawValue: String(rest.prefix { $0 != " " })),
        let object = rest.firstIndex(of: "{")
      {
        let name = rest[..<object].dropFirst(form.rawValue.count).split(separator: " ").first
        examples.append(
          Line(
            number: number, method: method, form: form, name: name.map(String.init),
            text: String(rest[object...])))
      } else if indentation > 5, let last = examples.last, last.method == method {
        examples[examples.count - 1] = Line(
          number: last.number, method: method, form: last.form, name: last.name, text: last.text + rest)
      }
    }
  }

  private static func list(_ text: some StringProtocol) -> [String] {
    text.split(separator: ",").map { part in String(part.split(separator: " ").joined(separator: " ")) }
  }

  private static func withoutParentheses(_ text: String) -> String {
    var depth = 0
    return text.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
  }
}
