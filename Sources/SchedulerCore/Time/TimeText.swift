extension WallTime {
  /// The date as RFC 3339 writes it, in UTC and to the second, for the texts of reasons.
  package var utcText: String {
    let seconds = uSec.dividedDown(by: 1_000_000)
    let days = seconds.dividedDown(by: 86_400)
    let second = seconds - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    // Written byte by byte, because every submission writes a date or two into the journal and its answer.
    let yearText = String(date.year)
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
      put(date.month, behind: UInt8(ascii: "-"))
      put(date.day, behind: UInt8(ascii: "-"))
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

  /// The length for the texts of reasons, rounded up: below two minutes in seconds with a tenth, then in two
  /// units, `49min 54s` or `3h 20min`.
  var roundedText: String {
    let tenths = max(uSec, 0).saturatingPlus(99_999) / 100_000
    if tenths < 1200 { return tenths % 10 == 0 ? "\(tenths / 10)s" : "\(tenths / 10).\(tenths % 10)s" }
    let units: [(seconds: Int64, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    let seconds = (tenths + 9) / 10
    // The first unit is at least a minute, so there is one below it.
    let first = units.firstIndex { seconds >= $0.seconds } ?? 2
    let (large, small) = (units[first], units[first + 1])
    let count = (seconds + small.seconds - 1) / small.seconds
    if first > 0, count * small.seconds == units[first - 1].seconds { return "1\(units[first - 1].name)" }
    let (whole, rest) = count.quotientAndRemainder(dividingBy: large.seconds / small.seconds)
    return rest == 0 ? "\(whole)\(large.name)" : "\(whole)\(large.name) \(rest)\(small.name)"
  }
}
