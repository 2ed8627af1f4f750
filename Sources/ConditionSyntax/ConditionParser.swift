import SchedulerCore
import SystemdSyntax

/// A recursive descent parser of tokens.
struct ConditionParser {
  private let tokens: [ConditionToken]
  private var index = 0
  private var leafCount = 0

  init(_ tokens: [ConditionToken]) { self.tokens = tokens }

  /// The next token. The last token is the end, which is never taken.
  var next: ConditionToken { tokens[index] }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  func unexpected(_ allowed: String) -> ConditionSyntaxError {
    ConditionSyntaxError(next.column, "found \(next.words), allowed is \(allowed)")
  }

  mutating func take(_ kind: ConditionToken.Kind) -> Bool {
    guard next.kind == kind else { return false }
    advance()
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool { take(.word(word)) }

  mutating func word(_ word: String) throws(ConditionSyntaxError) {
    guard takeWord(word) else { throw unexpected("\"\(word)\"") }
  }

  // MARK: What has parts

  mutating func expression(depth: Int) throws(ConditionSyntaxError) -> ConditionExpression.Node {
    var parts = [try term(depth: depth)]
    while takeWord("or") { parts.append(try term(depth: depth)) }
    guard parts.count > 1 else { return parts[0] }
    return .any(parts.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func term(depth: Int) throws(ConditionSyntaxError) -> ConditionExpression.Node {
    var parts = [try factor(depth: depth)]
    while takeWord("and") { parts.append(try factor(depth: depth)) }
    guard parts.count > 1 else { return parts[0] }
    return .all(parts.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func factor(depth: Int) throws(ConditionSyntaxError) -> ConditionExpression.Node {
    guard depth <= ConditionExpression.depthLimit else {
      throw ConditionSyntaxError(
        next.column, "parts are nested too deeply, allowed are \(ConditionExpression.depthLimit) levels")
    }
    if takeWord("not") {
      let part = try factor(depth: depth + 1)
      if case .not(let inner) = part { return inner }
      return .not(part)
    }
    if take(.open) {
      let inner = try expression(depth: depth + 1)
      guard take(.close) else { throw unexpected("and, or, or )") }
      return inner
    }
    return .leaf(try leaf())
  }

  // MARK: Leaves

  private mutating func leaf() throws(ConditionSyntaxError) -> ConditionLeaf {
    let column = next.column
    leafCount += 1
    guard leafCount <= ConditionExpression.leafLimit else {
      throw ConditionSyntaxError(
        column, "too many conditions, allowed are \(ConditionExpression.leafLimit)")
    }
    let atom = try atom()
    let holdColumn = next.column
    guard takeWord("for") else { return ConditionLeaf(atom) }
    switch atom {
    case .between, .on:
      throw ConditionSyntaxError(
        holdColumn, "found \"for\" after a time, allowed only after other conditions")
    case .check(let check):
      throw ConditionSyntaxError(
        holdColumn,
        "found \"for\" after \(check.name), which is checked now and then; "
          + "allowed only after conditions that a source follows"
      )
    case .plain, .battery, .named, .noUser: break
    }
    return ConditionLeaf(atom, for: try span())
  }

  private mutating func atom() throws(ConditionSyntaxError) -> ConditionAtom {
    let name = try name()
    switch name {
    case "battery": return try battery()
    case "no-user": return .noUser(try user())
    case "between":
      let start = try timeOfDay()
      try word("and")
      return .between(start, try timeOfDay())
    case "on": return .on(try days())
    case "storage": return .check(try storage())
    case "mounted": return .check(ConditionCheck(.mounted(try path())))
    case "exists": return .check(ConditionCheck(.exists(try path())))
    case "reachable": return .check(try reachable())
    case "load": return .check(try load())
    case "check": return .check(try command())
    default:
      if let named = NamedCondition(rawValue: name), let text = try quotedName() {
        return .named(named, text)
      }
      if let plain = PlainCondition(rawValue: name) { return .plain(plain) }
      throw unexpected("a name in quotation marks")
    }
  }

  /// Parses a name in quotation marks; returns `nil` when none follows.
  private mutating func quotedName() throws(ConditionSyntaxError) -> String? {
    guard case .quoted(let text) = next.kind else { return nil }
    guard ConditionNames.lengthBytes.contains(text.utf8.count) else {
      throw ConditionSyntaxError(next.column, nameLength: text.utf8.count)
    }
    advance()
    return text
  }

  /// Parses the first word of an atom.
  mutating func name() throws(ConditionSyntaxError) -> String {
    guard case .word(let word) = next.kind else { throw unexpected("a condition, not, or (") }
    guard ConditionSyntax.names.contains(word) else {
      let names = ConditionSyntax.names
      throw ConditionSyntaxError(
        next.column,
        "found \(next.words), which is no condition; there are \(names.joined(separator: ", "))"
          + NearestName.hint(for: word, among: names))
    }
    advance()
    return word
  }

  private mutating func battery() throws(ConditionSyntaxError) -> ConditionAtom {
    let comparison = try comparison()
    guard case .word(let word) = next.kind,
      let percent = Self.number(word.hasSuffix("%") ? word.dropLast() : word[...]), percent <= 100
    else { throw unexpected("a percentage, 0 to 100") }
    advance()
    return .battery(comparison, percent)
  }

  mutating func comparison() throws(ConditionSyntaxError) -> Comparison {
    guard case .comparison(let comparison) = next.kind else { throw unexpected(">=, >, <= or <") }
    advance()
    return comparison
  }

  /// Parses an optional user name and the optional words `logged in`.
  private mutating func user() throws(ConditionSyntaxError) -> String? {
    var user: String?
    switch next.kind {
    case .quoted(let text): user = text
    case .word(let text) where !["logged", "and", "or", "for"].contains(text): user = text
    case .word, .comparison, .open, .close, .comma, .semicolon, .end: break
    }
    if let user {
      guard ConditionNames.lengthBytes.contains(user.utf8.count) else {
        throw ConditionSyntaxError(next.column, nameLength: user.utf8.count)
      }
      advance()
    }
    if takeWord("logged") { try word("in") }
    return user
  }

  private mutating func timeOfDay() throws(ConditionSyntaxError) -> TimeOfDay {
    guard case .word(let word) = next.kind, let time = Self.timeOfDay(word) else {
      throw unexpected("a time of day, 00:00 to 24:00")
    }
    advance()
    return time
  }

  private static func timeOfDay(_ text: String) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = number(parts[0]), let minute = number(parts[1]), hour <= 24, minute < 60
    else { return nil }
    return TimeOfDay(minutes: hour * 60 + minute)
  }

  /// Returns the number, of digits only: Swift's own conversion accepts signs as well.
  static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
  }

  private mutating func days() throws(ConditionSyntaxError) -> WeekdaySet {
    var days: Set<Weekday> = []
    repeat {
      guard case .word(let word) = next.kind, let found = Self.days(word) else {
        throw unexpected(
          "a day or some in a row: " + Weekday.allCases.map(\.rawValue).joined(separator: ", ")
            + ", mon..fri")
      }
      advance()
      days.formUnion(found)
    } while take(.comma)
    return WeekdaySet(days)
  }

  /// Returns the days of `mon`, `Monday` or `fri..mon`.
  private static func days(_ word: String) -> [Weekday]? {
    let ends = word.split(separator: ".", omittingEmptySubsequences: false)
    if ends.count == 1 { return Weekday(named: ends[0]).map { [$0] } }
    guard ends.count == 3, ends[1].isEmpty, let first = Weekday(named: ends[0]),
      let last = Weekday(named: ends[2])
    else { return nil }
    let count = (last.daysAfterMonday - first.daysAfterMonday + 7) % 7
    return (0...count).map { Weekday.allCases[(first.daysAfterMonday + $0) % 7] }
  }

  /// Parses a length of time such as `10min` or `1h 30min`, as long as words begin with digits.
  mutating func span() throws(ConditionSyntaxError) -> TimeSpan {
    let column = next.column
    var words: [String] = []
    while case .word(let word) = next.kind,
      words.isEmpty || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word.utf8.first ?? 0)
    {
      words.append(word)
      advance()
    }
    let text = words.joined(separator: " ")
    guard let length = try? TimeSpanSyntax.parse(text), 1...TimeSpan.maximum.uSec ~= length else {
      throw ConditionSyntaxError(
        column,
        words.isEmpty
          ? "found \(next.words), allowed is a length such as 10min or 1h 30min"
          : "found \"\(ConditionSyntaxError.shortened(text))\", allowed is a length such as 10min or "
            + "1h 30min, up to 100 years")
    }
    return TimeSpan(uSec: length)
  }
}
