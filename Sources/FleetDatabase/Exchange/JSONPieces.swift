/// The elements of a JSON array, or the members of an object, cut at its commas in one pass that calls itself
/// for no level: a value that is nested too deeply for a reader costs its own piece only. Pieces are not
/// looked at; who reads one finds what is wrong in it.
struct JSONPieces {
  private(set) var pieces: [ArraySlice<UInt8>] = []
  /// The index behind the closing bracket.
  private(set) var end = 0
  /// The deepest nesting, from 1 on.
  private(set) var deepest = 0

  /// Cuts the value at the text's beginning; `nil` where that is no array or object, or has no end.
  init?(_ text: ArraySlice<UInt8>) {
    var depth = 0
    var start = text.startIndex + 1
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\""): index = Self.endOfString(at: index, in: text)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        add(text[start..<index])
        end = index + 1
        return
      case UInt8(ascii: ",") where depth == 1:
        add(text[start..<index])
        start = index + 1
      default: break
      }
      guard depth > 0 else { return nil }
      index += 1
    }
    return nil
  }

  /// Adds a piece without the white space before it. An array without elements has none.
  private mutating func add(_ piece: ArraySlice<UInt8>) {
    let piece = piece.drop { $0 <= 0x20 }
    if !piece.isEmpty { pieces.append(piece) }
  }

  /// Returns the index of the quote that ends a string, or the text's end.
  private static func endOfString(at start: Int, in text: ArraySlice<UInt8>) -> Int {
    var index = start + 1
    while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
