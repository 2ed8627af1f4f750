/// What tasks may be called.
package enum IdentifierRule {
  /// What a new task may be called, in words.
  package static let text = "\(name), or two such names with one '@' between them"
  /// What an application or one side of an `@` may be called, in words.
  package static let name =
    "parts of ASCII letters, digits, '-' and '_' with single dots between them, no '-' at the beginning"
  /// What a task may be called that is known, in words.
  static let characters = "ASCII letters, digits, '.', '-', '_', ':' and '@'"

  /// Whether a new task may be called so: a name, or one of a template's instances (`backup@home`).
  package static func permits(_ text: String) -> Bool { isMadeOfNames(text, atMost: 2) }

  /// Whether it is a name without an `@`. Names go into units, files and command lines, where `-x` is an
  /// option and `..` the directory above.
  package static func permits(name text: String) -> Bool { isMadeOfNames(text, atMost: 1) }

  private static func isMadeOfNames(_ text: String, atMost most: Int) -> Bool {
    guard mayBeKnown(text) else { return false }
    var names = 1
    // Nil at the beginning of a name.
    var last: UInt8?
    for byte in text.utf8 {
      let isBetween = last != nil && last != dot
      switch byte {
      case colon: return false
      case dash where last == nil: return false
      case dot where !isBetween, at where !isBetween: return false
      default: break
      }
      if byte == at { names += 1 }
      last = byte == at ? nil : byte
    }
    return names <= most && last != nil && last != dot
  }

  /// Whether a task may be called so: what earlier versions accepted as well, and what an action is called,
  /// has to be found, to run and to be cancelled.
  package static func mayBeKnown(_ text: String) -> Bool {
    Wire.TaskRequest.Bounds.identifier ~= text.utf8.count
      && text.utf8.allSatisfy {
        FieldCheck.isLetterOrDigit($0) || $0 == dot || $0 == dash || $0 == colon || $0 == at
          || $0 == UInt8(ascii: "_")
      }
  }

  private static let dot = UInt8(ascii: ".")
  private static let dash = UInt8(ascii: "-")
  private static let at = UInt8(ascii: "@")
  private static let colon = UInt8(ascii: ":")
}
