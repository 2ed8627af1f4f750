import PlainText

extension TimestampSyntax {
  /// Returns the text with each RFC 3339 date in UTC to the second (`2026-11-21T18:30:00Z`) replaced.
  /// - Parameter words: Returns the replacement of a date, given in microseconds since the epoch.
  package static func replacingUTCDates(in text: String, by words: (Int64) -> String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "Z")) else { return text }
    var changed: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isInside = index > 0 && (ASCII.isDigit(bytes[index - 1]) || ASCII.isLetter(bytes[index - 1]))
      if !isInside, let date = utcDate(bytes[index...].prefix(utcLength)) {
        changed += words(date).utf8
        index += utcLength
      } else {
        changed.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: changed, as: UTF8.self)
  }

  private static let utcForm = Array("0000-00-00T00:00:00Z".utf8)
  private static var utcLength: Int { utcForm.count }

  private static func utcDate(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let zero = UInt8(ascii: "0")
    guard bytes.count == utcLength,
      zip(bytes, utcForm).allSatisfy({ $1 == zero ? ASCII.isDigit($0) : $0 == $1 })
    else { return nil }
    let numbers = bytes.split { !ASCII.isDigit($0) }.map { digits in
      digits.reduce(0) { $0 * 10 + Int($1 - zero) }
    }
    let time = CivilTime(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
    return time.isValid ? time.seconds(in: .utc).map { $0 * 1_000_000 } : nil
  }
}
