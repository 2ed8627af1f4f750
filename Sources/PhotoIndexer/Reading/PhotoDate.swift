/// Dates as cameras and programs write them into photos, as ISO 8601.
enum PhotoDate {
  /// `2026:11:21 08:42:00` (EXIF) or the same with `-` and `T`; nil when it is no date. Cameras without a
  /// clock write zeros.
  static func iso(_ text: String) -> String? {
    let characters = Array(text.utf8)
    guard characters.count == 19 else { return nil }
    let separators = [4: ":-", 7: ":-", 10: " T", 13: ":", 16: ":"]
    for (position, character) in characters.enumerated() {
      guard separators[position].map({ $0.utf8.contains(character) }) ?? isDigit(character) else {
        return nil
      }
    }
    func field(_ range: Range<Int>) -> Int { characters[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    guard field(0..<4) > 0, 1...12 ~= field(5..<7), 1...31 ~= field(8..<10), field(11..<13) < 24,
      field(14..<16) < 60, field(17..<19) <= 60
    else { return nil }
    func digits(_ range: Range<Int>) -> String { String(decoding: characters[range], as: UTF8.self) }
    return "\(digits(0..<4))-\(digits(5..<7))-\(digits(8..<10))T\(digits(11..<19))"
  }

  /// `+01:00`; nil when it is no zone.
  static func zone(_ text: String) -> String? {
    let characters = Array(text.utf8)
    guard characters.count == 6, "+-".utf8.contains(characters[0]), characters[3] == UInt8(ascii: ":"),
      [1, 2, 4, 5].allSatisfy({ isDigit(characters[$0]) })
    else { return nil }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
