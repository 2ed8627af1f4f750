/// The search for fixed parts of a text, by bytes. The standard library's functions for that come with the
/// engine for patterns, which each program would have in it and never use.
extension StringProtocol {
  /// Returns the first place of a part that is not empty.
  package func firstPlace(of part: String) -> Range<Index>? {
    guard let first = part.utf8.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part.utf8) {
        return start..<rest.index(start, offsetBy: part.utf8.count)
      }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  package func hasPart(_ part: String) -> Bool { firstPlace(of: part) != nil }

  /// Whether a part of the path is `..`, the directory above.
  package var hasParentPart: Bool {
    utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns the text with another text in each place of a part that is not empty.
  package func replacingParts(_ part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let place = rest.firstPlace(of: part) {
      result += rest[..<place.lowerBound]
      result += other
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

extension String {
  /// The text without a full stop at its end: words of others that become a part of a sentence.
  package var withoutFullStop: String { utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self }
}
