/// The bounds of a number or of a count, which a field's comment has in parentheses: `(1 to 255 bytes)`, `(up
/// to 1000 elements)`, `(0 to 4294967295)`.
struct Bounds {
  /// The unit of a count.
  enum Unit: Substring {
    case bytes
    case elements
  }

  let range: ClosedRange<Int64>
  /// The unit of the count; `nil` for a number.
  let unit: Unit?

  /// Reads the bounds in a comment; `nil` when it has none.
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
