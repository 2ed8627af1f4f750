/// Makes calendar expressions, most of them right, and some that are nearly right.
package struct CalendarGenerator {
  private var numbers: SplitMix64
  /// The zones that expressions name.
  private let zones: [String]

  package init(seed: UInt64, zones: [String]) { (numbers, self.zones) = (SplitMix64(seed: seed), zones) }

  /// Returns the next expression.
  package mutating func expression() -> String {
    let text = wellFormed() + zone()
    return happens(8) ? damaged(text) : text
  }

  private mutating func wellFormed() -> String {
    switch number(20) {
    case 0: oneOf(Self.words)
    case 1: "@\(Int64.random(in: -10_000...7_400_000_000, using: &numbers))"
    case 2...4: "\(weekdays())\(spaces())\(time())"
    case 5...6: weekdays()
    case 7...9: time()
    case 10...12: date()
    case 13...15: "\(date())\(spaces())\(time())"
    default: "\(weekdays())\(spaces())\(date())\(spaces())\(time())"
    }
  }

  private static let words = [
    "minutely", "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "annually", "anually",
    "semiannually", "semi-annually", "biannually", "bi-annually", "Daily", "WEEKLY", "fortnightly",
  ]

  private mutating func zone() -> String {
    switch number(16) {
    case 0: oneOf([" UTC", " utc", "  UTC", " Utc"])
    case 1...2: " " + oneOf(zones)
    default: ""
    }
  }

  private mutating func spaces() -> String { happens(10) ? "  " : " " }

  // MARK: Days and times

  private mutating func weekdays() -> String {
    let list = (0...number(3)).map { _ in
      let (first, last) = (number(7), number(7))
      guard happens(3) else { return weekday(first) }
      let ends = happens(20) ? [first, last] : [first, last].sorted()
      return weekday(ends[0]) + oneOf(["..", "..", "-"]) + weekday(ends[1])
    }
    return list.joined(separator: ",") + (happens(20) ? "," : "")
  }

  private mutating func weekday(_ number: Int) -> String {
    let long = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][number]
    let name = happens(4) ? long : String(long.prefix(3))
    return happens(4) ? name.lowercased() : name
  }

  private mutating func date() -> String {
    let sign = happens(5) ? "~" : "-"
    let rest =
      field(1...12, star: 2) + sign + field(sign == "~" ? 1...(happens(6) ? 31 : 12) : 1...31, star: 2)
    return happens(4) ? rest : year() + "-" + rest
  }

  private mutating func year() -> String {
    switch number(6) {
    case 0...2: "*"
    case 3: field(2020...2040, star: 100)
    case 4: field(0...99, star: 100)
    default: field(1965...2205, star: 100)
    }
  }

  private mutating func time() -> String {
    let clock = field(0...23, star: 3) + ":" + field(0...59, star: 4)
    switch number(4) {
    case 0: return clock + ":" + seconds()
    case 1: return clock + ":" + field(0...59, star: 4)
    default: return clock
    }
  }

  // MARK: Numbers

  /// Returns a field of numbers, or `*` once in `star` times. Now and then a number is out of range.
  private mutating func field(_ range: ClosedRange<Int>, star: Int) -> String {
    if happens(star) { return "*" }
    return (0...(happens(3) ? number(4) : 0)).map { _ in part(range) }.joined(separator: ",")
  }

  private mutating func part(_ range: ClosedRange<Int>) -> String {
    var text = written(range)
    if happens(5) { text = ordered(text, written(range)) }
    if happens(5) { text += "/\(number(happens(3) ? range.count + 2 : 5) + (happens(30) ? 0 : 1))" }
    return text
  }

  /// Returns a range, mostly with the lesser number first.
  private mutating func ordered(_ first: String, _ second: String) -> String {
    let isOrdered = (Double(first) ?? 0) < (Double(second) ?? 0)
    return isOrdered || happens(20) ? first + ".." + second : second + ".." + first
  }

  private mutating func written(_ range: ClosedRange<Int>) -> String {
    let range = happens(60) ? range.lowerBound - 1...range.upperBound + 1 : range
    let digits = String(max(0, Int.random(in: range, using: &numbers)))
    return digits.utf8.count == 1 && happens(2) ? "0" + digits : digits
  }

  private mutating func seconds() -> String {
    (0...number(2)).map { _ in
      var text = written(0...59) + fraction()
      if happens(4) { text = ordered(text, written(0...59) + fraction()) }
      if happens(3) { text += "/\(number(20) + 1)" + fraction() }
      return text
    }.joined(separator: ",")
  }

  private mutating func fraction() -> String {
    happens(2) ? "" : "." + (0...number(8)).map { _ in String(number(10)) }.joined()
  }

  // MARK: What is nearly right

  private static let signs = Array("0123456789*,-~./: @MondaytfruUTCEe+_\t")

  private mutating func damaged(_ text: String) -> String {
    var signs = Array(text)
    for _ in 0...number(2) where !signs.isEmpty {
      let place = number(signs.count)
      switch number(4) {
      case 0: signs.remove(at: place)
      case 1: signs[place] = Self.signs[number(Self.signs.count)]
      case 2: signs.insert(Self.signs[number(Self.signs.count)], at: place)
      default: signs.insert(signs[place], at: place)
      }
    }
    return String(signs)
  }

  // MARK: Chance

  /// Returns a number below this one.
  package mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  /// Returns `true` once in this many times.
  package mutating func happens(_ often: Int) -> Bool { number(often) == 0 }

  /// Returns one of the elements.
  package mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }
}
