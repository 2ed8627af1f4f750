/// The bounds of a number or of what is counted, which a field's comment says in parentheses:
/// `(1 to 255 bytes)`, `(up to 1000 elements)`, `(0 to 4294967295)`.
struct Bounds {
  /// What is counted.
  enum Unit: Substring {
    case bytes
    case elements
  }

  let range: ClosedRange<Int64>
  /// Nil for a number.
  let unit: Unit?

  /// The bounds in a comment; nil when it says none.
  init?(in comment: [String]) {
    for part in comment.joined(separator: " ").split(separator: "(").dropFirst() {
      var words = part.prefix { $0 != ")" }.split(separator: " ")
      if words.first == "up" { words[0] = "0" }
      guard (3...4).contains(words.count), words[1] == "to", let least = Int64(words[0]),
        let most = Int64(words[2]), least <= most
      else { continue }
      range = least...most
      unit = words.count == 4 ? Unit(rawValue: words[3]) : nil
      return
    }
    return nil
  }
}
