import SystemdSyntax

/// A field of a line for cron, which has five, with the values that it means (crontab(5)).
struct CronField {
  struct Kind: Hashable {
    fileprivate let words: String
    let range: ClosedRange<Int>
    /// The names that may stand for numbers, beginning with the first of the range.
    fileprivate var names: [String] = []

    static let minute = Kind(words: "minute", range: 0...59)
    static let hour = Kind(words: "hour", range: 0...23)
    static let dayOfMonth = Kind(words: "day of the month", range: 1...31)
    static let month = Kind(
      words: "month", range: 1...12,
      names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
    /// The days from Sunday, which is both 0 and 7.
    static let dayOfWeek = Kind(
      words: "day of the week", range: 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])
  }

  /// Every value that the field means, once, ascending. Sunday is 7. A range that runs backwards has none.
  let values: [Int]
  /// Whether the field begins with a star, by which cron decides how both kinds of days combine.
  let hasStar: Bool
  /// Whether the field means every value.
  let isAll: Bool
  /// The parts that other crons understand differently, each a sentence without a full stop.
  let notes: [String]
  private let kind: Kind

  /// - Parameter choose: Chooses a value of the range that has a tilde.
  /// - Throws: The problem of the text.
  init(
    _ text: Substring, _ kind: Kind, choosing choose: (ClosedRange<Int>) -> Int
  ) throws(SyntaxError) {
    var values: Set<Int> = []
    var notes: [String] = []
    var rest = text
    while true {
      if let chosen = Self.chosen(&rest, kind, choose) {
        values.insert(chosen.value)
        notes.append(
          "'\(chosen.text)' is \(chosen.value) from now on; cronie chooses again when it starts, and "
            + "Debian's cron does not know it")
        guard Self.take(",", &rest) else { break }
        continue
      }
      guard let some = Self.values(&rest, kind) else {
        throw SyntaxError(
          found: String(text), problem: "is no \(kind.words)",
          allowed: "*, numbers from \(kind.range.lowerBound) to \(kind.range.upperBound)"
            + (kind.names.isEmpty ? "" : ", names") + ", ranges, and steps of ranges",
          example: kind == .dayOfWeek ? "mon-fri" : "*/5")
      }
      values.formUnion(some)
      guard Self.take(",", &rest) else { break }
    }
    if kind == .dayOfWeek, values.remove(0) != nil { values.insert(7) }
    self.values = values.sorted()
    self.kind = kind
    if !rest.isEmpty {
      notes.append("Debian's cron passes over '\(rest)' in '\(text)', and so does the task")
    }
    self.notes = notes
    hasStar = text.hasPrefix("*")
    isAll = values.count == kind.range.count - (kind == .dayOfWeek ? 1 : 0)
  }

  /// Takes a range with a tilde, either end of which may be left out, and returns a random value of it.
  private static func chosen(
    _ rest: inout Substring, _ kind: Kind, _ choose: (ClosedRange<Int>) -> Int
  ) -> (value: Int, text: Substring)? {
    var (ahead, all) = (rest, kind.range)
    if kind == .dayOfWeek { all = 0...6 }
    let first = ahead.hasPrefix("~") ? all.lowerBound : value(&ahead, kind)
    guard let first, take("~", &ahead) else { return nil }
    let hasEnd = ahead.first.map { $0 != "," } ?? false
    guard let last = hasEnd ? value(&ahead, kind) : all.upperBound, first <= last,
      ahead.isEmpty || ahead.hasPrefix(",")
    else { return nil }
    defer { rest = ahead }
    return (choose(first...last), rest[..<ahead.startIndex])
  }

  /// Takes a star, a number or a range, with its step, and returns its values.
  private static func values(_ rest: inout Substring, _ kind: Kind) -> [Int]? {
    let ends: ClosedRange<Int>?
    if take("*", &rest) {
      ends = kind.range
    } else {
      guard let first = value(&rest, kind) else { return nil }
      // The step of a single number has different meanings in different crons, and so has a tilde outside of
      // a range.
      guard take("-", &rest) else { return "/~".contains(rest.first ?? ",") ? nil : [first] }
      guard let last = value(&rest, kind) else { return nil }
      ends = first <= last ? first...last : nil
    }
    var step = 1
    if take("/", &rest) {
      guard let number = number(word(&rest)), number > 0 else { return nil }
      step = number
    }
    return ends.map { Array(stride(from: $0.lowerBound, through: $0.upperBound, by: step)) } ?? []
  }

  private static func take(_ mark: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == mark else { return false }
    rest.removeFirst()
    return true
  }

  private static func value(_ rest: inout Substring, _ kind: Kind) -> Int? {
    let word = word(&rest)
    if let place = kind.names.firstIndex(of: word.lowercased()) { return kind.range.lowerBound + place }
    return number(word).flatMap { kind.range.contains($0) ? $0 : nil }
  }

  /// Takes and returns the letters and digits that come next.
  private static func word(_ rest: inout Substring) -> Substring {
    let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    rest = rest.dropFirst(word.count)
    return word
  }

  private static func number(_ word: Substring) -> Int? {
    word.allSatisfy(\.isNumber) ? Int32(word).map(Int.init) : nil
  }

  // MARK: As systemd writes it

  /// The field as a part of OnCalendar= (systemd.time(7), "Calendar events"); `*` where it means every value.
  var calendar: String {
    if isAll { return "*" }
    if kind == .dayOfWeek { return list { kind.names[$0 % 7].capitalized } }
    if let step = stepToTheEnd { return "\(padded(values[0]))/\(step)" }
    return list(padded)
  }

  /// The step between the values, where more than two go on regularly to the end of the range.
  private var stepToTheEnd: Int? {
    guard values.count > 2 else { return nil }
    let step = values[1] - values[0]
    let isRegular = zip(values, values.dropFirst()).allSatisfy { $1 - $0 == step }
    return isRegular && step > 1 && values[values.count - 1] + step > kind.range.upperBound ? step : nil
  }

  /// Returns the values as a list, with ranges for more than two in a row.
  private func list(_ text: (Int) -> String) -> String {
    var parts: [String] = []
    var rest = values[...]
    while let first = rest.first {
      let row = rest.enumerated().prefix { $0.element == first + $0.offset }.count
      let count = row > 2 ? row : 1
      parts.append(count > 2 ? "\(text(first))..\(text(first + count - 1))" : text(first))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: ",")
  }

  private func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
