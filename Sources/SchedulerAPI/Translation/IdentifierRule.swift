/// The rule for identifiers of tasks.
package enum IdentifierRule {
  /// The rule for a new task's identifier, in words.
  package static let text = "\(name), or two such names with one '@' between them"
  /// The rule for an application's name and for each side of an `@`, in words.
  package static let name =
    "parts of ASCII letters, digits, '-' and '_' with single dots between them, no '-' at the beginning"
  /// The rule for a known task's identifier, in words.
  static let characters = "ASCII letters, digits, '.', '-', '_', ':' and '@'"

  /// Whether a new task may have the identifier: a name, or an instance of a template (`backup@home`).
  package static func permits(_ text: String) -> Bool { isMadeOfNames(text, atMost: 2) }

  /// Whether the text is a name without an `@`. Names go into units, files and command lines, where `-x` is
  /// an option and `..` the directory above.
  package static func permits(name text: String) -> Bool { isMadeOfNames(text, atMost: 1) }

  private static func isMadeOfNames(_ text: String, atMost most: Int) -> Bool {
    guard mayBeKnown(text) else { return false }
    var names = 1
    // The byte before; `nil` at the beginning of a name.
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

  /// Whether a task may have the identifier. Identifiers that earlier versions accepted, and those of
  /// actions, have to be found, to run and to be cancelled as well.
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
