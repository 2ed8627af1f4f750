import SchedulerCore
import SystemdSyntax

/// A parser of `[WEEKDAYS] [DATE] [TIME]` in ASCII, byte by byte.
struct CalendarParser {
  private let whole: Substring.UTF8View
  private var rest: Substring.UTF8View
  private var fields = CalendarExpression.Fields()

  init(_ text: Substring) { (whole, rest) = (text.utf8, text.utf8) }

  /// Parses the whole text.
  /// - Returns: The fields, and whether they are in UTC whatever zone is given.
  mutating func parse() throws(SyntaxError) -> (fields: CalendarExpression.Fields, isUniversal: Bool) {
    guard !rest.isEmpty else { throw failure("says no date") }
    try weekdays()
    if take("@") {
      try unixTime()
      return (fields, true)
    }
    if !rest.isEmpty {
      let first = try numbers()
      if take(":") { try time(hour: first) } else { try date(first) }
    }
    guard rest.isEmpty else { throw word.isEmpty ? failure("ends in a space") : unexpected("the end") }
    return (fields, false)
  }

  // MARK: Days of the week

  private mutating func weekdays() throws(SyntaxError) {
    guard let first = rest.first, ASCII.isLetter(first) else { return }
    var days: Set<Weekday> = []
    repeat {
      // systemd accepts a comma after the last day.
      if !days.isEmpty && isAtEndOfWord { break }
      days.formUnion(try row())
    } while take(",")
    guard isAtEndOfWord else { throw unexpected("a comma, .. or a space") }
    passSpaces()
    fields.weekdays = WeekdaySet(days)
  }

  /// Parses `Mon`, `Mon..Fri` or `Mon-Fri`.
  private mutating func row() throws(SyntaxError) -> ArraySlice<Weekday> {
    let begin = rest
    let first = try weekday()
    guard take("..") || take("-") else { return [first] }
    let last = try weekday()
    guard first.daysAfterMonday <= last.daysAfterMonday else {
      throw SyntaxError(
        found: text(from: begin), problem: "ends before it begins",
        allowed: "days in the order of the week, from Monday to Sunday", example: "Sat,Sun,Mon")
    }
    return Weekday.allCases[first.daysAfterMonday...last.daysAfterMonday]
  }

  private mutating func weekday() throws(SyntaxError) -> Weekday {
    let name = rest.prefix(while: ASCII.isLetter)
    guard let day = Weekday(named: Substring(name)) else { throw noWeekday }
    rest = rest.dropFirst(name.count)
    return day
  }

  // MARK: Dates

  /// Parses the Unix time after the `@`: one second, in UTC.
  private mutating func unixTime() throws(SyntaxError) {
    let digits = rest.prefix(while: ASCII.isDigit)
    rest = rest.dropFirst(digits.count)
    guard rest.isEmpty, let seconds = Int64(Substring(digits)),
      let fields = CalendarExpression.Fields(unixTime: seconds, weekdays: fields.weekdays)
    else {
      throw SyntaxError(
        found: String(Substring(whole)), problem: "is not a point of Unix time",
        allowed: "@ and seconds since 1970, before the year 2200", example: "@1800000000")
    }
    self.fields = fields
  }

  /// Parses `M-D` or `Y-M-D`, with `~` before days from the end of the month, and a time if there is one.
  private mutating func date(_ first: [CalendarNumbers]?) throws(SyntaxError) {
    var isFromEnd = take("~")
    guard isFromEnd || take("-") else { throw unexpected("- or :") }
    var list = [first, try numbers()]
    if isAtEndOfWord {
      list.insert(nil, at: 0)
    } else {
      guard !isFromEnd else { throw unexpected("a space") }
      isFromEnd = take("~")
      guard isFromEnd || take("-") else { throw unexpected("-, ~ or a space") }
      list.append(try numbers())
    }
    fields.year = try CalendarNumbers.field(.year, list[0])
    fields.month = try CalendarNumbers.field(.month, list[1])
    fields.day = try CalendarNumbers.field(isFromEnd && list[2] != nil ? .lastDay : .day, list[2])
    guard isAtEndOfWord else { throw unexpected("a space") }
    passSpaces()
    guard !rest.isEmpty else { return }
    let hour = try numbers()
    guard take(":") else { throw unexpected(":") }
    try time(hour: hour)
  }

  // MARK: Times

  /// Parses `H:M` or `H:M:S`, after the first colon.
  private mutating func time(hour: [CalendarNumbers]?) throws(SyntaxError) {
    fields.hour = try CalendarNumbers.field(.hour, hour)
    fields.minute = try CalendarNumbers.field(.minute, numbers())
    guard take(":") else { return }
    let second = try numbers(unit: CalendarField.Kind.second.unit)
    fields.second = try CalendarNumbers.field(.second, second)
  }

  // MARK: Numbers

  /// Parses `*` or a list; returns `nil` for `*`.
  private mutating func numbers(unit: Int = 1) throws(SyntaxError) -> [CalendarNumbers]? {
    if take("*") { return nil }
    var list: [CalendarNumbers] = []
    repeat { list.append(try part(unit: unit)) } while take(",")
    return list
  }

  /// Parses `5`, `5..9`, `5/2` or `5..9/2`.
  private mutating func part(unit: Int) throws(SyntaxError) -> CalendarNumbers {
    let begin = rest
    let start = try number(unit: unit)
    let stop = take("..") ? try number(unit: unit) : nil
    var step = stop == nil ? nil : unit
    if take("/") {
      step = try number(unit: unit)
      guard step != 0 else { throw CalendarNumbers.noStep(text(from: begin)) }
    } else if let stop, unit > 1, start + unit > stop {
      // systemd reads 5..5 as 5 everywhere but here.
      throw CalendarNumbers.singleSecond(text(from: begin))
    }
    return CalendarNumbers(text: text(from: begin), start: start, stop: stop, step: step)
  }

  /// Parses a number up to the largest Int32, as systemd does. A unit above 1 allows a fraction, rounded to
  /// microseconds.
  private mutating func number(unit: Int) throws(SyntaxError) -> Int {
    let begin = rest
    var digits = rest.prefix(while: ASCII.isDigit)
    guard !digits.isEmpty else { throw unexpected(unit == 1 ? "a number or *" : "seconds or *") }
    rest = rest.dropFirst(digits.count)
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    guard digits.count <= 10 else { throw CalendarNumbers.tooLarge(text(from: begin)) }
    var number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * unit
    if unit > 1, rest.first == UInt8(ascii: "."), rest.dropFirst().first != UInt8(ascii: ".") {
      _ = take(".")
      number += try fraction()
    }
    guard number <= Int(Int32.max) else { throw CalendarNumbers.tooLarge(text(from: begin)) }
    return number
  }

  /// Parses a fraction: six digits, padded with zeros, and a seventh that rounds.
  private mutating func fraction() throws(SyntaxError) -> Int {
    let digits = rest.prefix(while: ASCII.isDigit)
    guard !digits.isEmpty else { throw unexpected("digits") }
    rest = rest.dropFirst(digits.count)
    var (number, place) = (0, 100_000)
    for digit in digits.prefix(6) {
      number += Int(digit - 0x30) * place
      place /= 10
    }
    let roundsUp = digits.dropFirst(6).first.map { $0 >= UInt8(ascii: "5") } == true
    return roundsUp ? number + 1 : number
  }

  // MARK: Bytes

  private var isAtEndOfWord: Bool { rest.isEmpty || rest.first == UInt8(ascii: " ") }

  private mutating func passSpaces() { rest = rest.drop { $0 == UInt8(ascii: " ") } }

  private mutating func take(_ text: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  // MARK: Errors

  private func text(from begin: Substring.UTF8View) -> String {
    String(Substring(begin[..<rest.startIndex]))
  }

  /// The next word of the text.
  private var word: String {
    let word = rest.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    return String(Substring(word))
  }

  /// The error about a bad weekday. The first word may be a misspelled shorthand instead.
  private var noWeekday: SyntaxError {
    let days = Weekday.allCases.map(\.rawValue)
    guard rest.startIndex == whole.startIndex else {
      return SyntaxError(
        found: word, problem: "is no day of the week", allowed: days.joined(separator: ", "),
        example: "Mon..Fri")
    }
    let words = CalendarSyntax.shorthands.map(\.key)
    return SyntaxError(
      found: word,
      problem: "is neither a day of the week nor a word for dates"
        + NearestName.hint(for: word, among: words + days),
      allowed: (days + words).joined(separator: ", "), example: "daily")
  }

  /// Returns an error about the next word, or about the whole text.
  private func failure(_ problem: String, at word: String? = nil) -> SyntaxError {
    CalendarSyntax.failure(word ?? String(Substring(whole)), problem)
  }

  private func unexpected(_ allowed: String) -> SyntaxError {
    word.isEmpty
      ? failure("ends where \(allowed) is expected")
      : failure("stands where \(allowed) is expected", at: word)
  }
}
