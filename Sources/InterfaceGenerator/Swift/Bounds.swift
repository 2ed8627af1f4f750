/// The bounds of a field, which its comment says in parentheses: `(1 to 255 bytes)`, `(up to 1000 elements)`,
/// `(0 to 4294967295)`.
struct Bounds: Hashable {
  /// From the least to the most.
  let range: ClosedRange<Int64>
  /// What is counted; empty for the number itself.
  let unit: String

  /// The bounds in a comment; nil when it says none.
  init?(_ comment: [String]) {
    for part in comment.joined(separator: " ").split(separator: "(").dropFirst() {
      let words = part.prefix { $0 != ")" }.split(separator: " ")
      let numbers: (Int64, Int64)?
      switch words.count {
      case 3...4 where words[0] == "up" && words[1] == "to": numbers = Int64(words[2]).map { (0, $0) }
      case 3...4 where words[1] == "to":
        numbers = Int64(words[0]).flatMap { least in Int64(words[2]).map { (least, $0) } }
      default: numbers = nil
      }
      guard let (least, most) = numbers, least <= most else { continue }
      range = least...most
      unit = words.count == 4 ? String(words[3]) : ""
      return
    }
    return nil
  }
}
