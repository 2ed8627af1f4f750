extension WallTime {
  /// The date as RFC 3339 writes it, in UTC and to the second: what reasons say of dates. Days are turned
  /// into a civil date as in Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  var utcText: String {
    let seconds = uSec >= 0 ? uSec / 1_000_000 : uSec.saturatingMinus(999_999) / 1_000_000
    var days = seconds / 86_400
    var second = seconds % 86_400
    if second < 0 {
      second += 86_400
      days -= 1
    }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    // Byte by byte: every submission says a date or two in the journal and in its answer.
    let yearText = String(year)
    let padding = Swift.max(4 - yearText.utf8.count, 0)
    return String(unsafeUninitializedCapacity: padding + yearText.utf8.count + 16) { bytes in
      var count = 0
      func put(_ byte: UInt8) {
        bytes.initializeElement(at: count, to: byte)
        count += 1
      }
      func put(_ number: Int64, behind separator: UInt8) {
        put(separator)
        put(0x30 + UInt8(number / 10))
        put(0x30 + UInt8(number % 10))
      }
      for _ in 0..<padding { put(0x30) }
      for byte in yearText.utf8 { put(byte) }
      put(month, behind: UInt8(ascii: "-"))
      put(day, behind: UInt8(ascii: "-"))
      put(second / 3600, behind: UInt8(ascii: "T"))
      put(second / 60 % 60, behind: UInt8(ascii: ":"))
      put(second % 60, behind: UInt8(ascii: ":"))
      put(UInt8(ascii: "Z"))
      return count
    }
  }
}

extension TimeSpan {
  /// The length as systemd writes it, exactly and in one unit: `10min`, `90s`, `1d`.
  package var shortText: String {
    let units: [(uSec: Int64, name: String)] = [
      (86_400_000_000, "d"), (3_600_000_000, "h"), (60_000_000, "min"), (1_000_000, "s"), (1000, "ms"),
    ]
    let unit = units.first { uSec != 0 && uSec % $0.uSec == 0 }
    return unit.map { "\(uSec / $0.uSec)\($0.name)" } ?? (uSec == 0 ? "0s" : "\(uSec)us")
  }

  /// The length in seconds, rounded up to a tenth: what reasons say of lengths.
  var secondsText: String {
    let tenths = uSec.saturatingPlus(99_999) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10)s" : "\(tenths / 10).\(tenths % 10)s"
  }
}
