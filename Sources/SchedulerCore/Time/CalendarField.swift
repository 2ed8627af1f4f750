/// One place of a calendar expression, such as its hours: the numbers that it allows.
package struct CalendarField: Hashable, Sendable {
  /// Which place it is. It decides what the numbers may be.
  package enum Kind: Sendable {
    case year
    case month
    case day
    /// Days counted from the end of the month: 1 is the last one. Every month has 28 of them.
    case lastDay
    case hour
    case minute
    /// Seconds in microseconds: they may have fractions.
    case second

    /// The numbers that there are.
    package var range: ClosedRange<Int> {
      switch self {
      case .year: 1970...2199
      case .month: 1...12
      case .day: 1...31
      case .lastDay: 1...28
      case .hour: 0...23
      case .minute: 0...59
      case .second: 0...59_999_999
      }
    }

    /// What the number 1 of an expression's text is.
    package var unit: Int { self == .second ? 1_000_000 : 1 }
  }

  /// A number (`5`), a range (`5..9`) or a row (`5/2`, `5..9/2`).
  package struct Part: Hashable, Comparable, Sendable {
    private let first: Int32
    /// Below zero where there is none.
    private let last: Int32
    /// Zero where there is none.
    private let distance: Int32

    /// The first number.
    package var start: Int { Int(first) }
    /// The last number of a range; nil for a number, and for a row that goes on to the end of the field.
    package var stop: Int? { last < 0 ? nil : Int(last) }
    /// From one number to the next; nil for a single one.
    package var step: Int? { distance == 0 ? nil : Int(distance) }

    /// A part in its shortest form: what never gets to a second number is a single one.
    /// - Parameters:
    ///   - start: The first number, from 0 to the largest of Int32, as all of them.
    ///   - stop: What a range goes up to.
    ///   - step: From one number to the next; at least 1, and not nil where there is a range.
    package init(start: Int, stop: Int? = nil, step: Int? = nil) {
      precondition((step ?? 1) > 0 && (stop == nil || step != nil), "a step of \(step ?? 0)")
      var stop = stop
      if let step, let end = stop, start < end { stop = end - (end - start) % step }
      let isSingle = stop == start
      first = Int32(start)
      last = isSingle ? -1 : stop.map { Int32($0) } ?? -1
      distance = isSingle ? 0 : Int32(step ?? 0)
    }

    /// Where systemd puts it in a list.
    package static func < (left: Part, right: Part) -> Bool {
      (left.start, left.stop ?? -1, left.step ?? 0) < (right.start, right.stop ?? -1, right.step ?? 0)
    }

    /// Whether it stays in its field, and gets to a second number if it is a range or a row.
    package func isValid(as kind: Kind) -> Bool {
      let range = kind.range
      let step = step ?? 0
      guard range.contains(start), step <= range.upperBound - range.lowerBound else { return false }
      if let stop { return range.contains(stop) && start + step <= stop }
      return range.contains(kind == .lastDay ? start - step : start + step)
    }

    fileprivate var isWholeSeconds: Bool {
      let unit = Kind.second.unit
      return start % unit == 0 && (step ?? 0) % unit == 0
    }

    /// Its numbers. Days that are counted from the end of the month go on towards the end.
    fileprivate func numbers(as kind: Kind) -> StrideThrough<Int> {
      guard let step else { return stride(from: start, through: start, by: 1) }
      if let stop { return stride(from: start, through: stop, by: step) }
      let range = kind.range
      return kind == .lastDay
        ? stride(from: start, through: range.lowerBound, by: -step)
        : stride(from: start, through: range.upperBound, by: step)
    }

    /// The least of its numbers that is no less than this.
    func next(_ number: Int, in range: ClosedRange<Int>) -> Int? {
      guard start < number else { return start }
      guard let step else { return nil }
      let found = start + (number - start + step - 1) / step * step
      return found <= stop ?? range.upperBound ? found : nil
    }
  }

  /// The place.
  package let kind: Kind
  /// In order; none when every number is allowed.
  package let parts: [Part]

  /// A field with these parts, which are all valid as this kind; with none it is `*`.
  package init(_ kind: Kind, _ parts: [Part] = []) {
    precondition(parts.allSatisfy { $0.isValid(as: kind) }, "\(parts) is out of the range of \(kind)")
    self.kind = kind
    var sorted: [Part] = []
    for part in parts.sorted() where part != sorted.last { sorted.append(part) }
    // As systemd writes it. Whole seconds say nothing more beside every second.
    let everySecond = Part(start: 0, step: kind.unit)
    let isEverySecond = kind == .second && sorted.contains(everySecond) && sorted.allSatisfy(\.isWholeSeconds)
    // An array that was filled one by one has room for more.
    self.parts = isEverySecond ? [everySecond] : sorted.map(\.self)
  }

  /// A bit for each number that it allows; of days that are counted from the end, for the day that it is in a
  /// month of 31. Years are too many for it, and so are seconds with ``fractions``.
  var bits: UInt64 {
    var bits: UInt64 = 0
    forEachNumber { bits |= 1 << UInt64(kind == .lastDay ? 32 - $0 : $0 / kind.unit) }
    return bits
  }

  /// Calls the body with each number that it allows, with some more than once. Fractions of seconds are too
  /// many for it.
  func forEachNumber(_ body: (Int) -> Void) {
    for part in parts.isEmpty ? [Part(start: kind.range.lowerBound, step: kind.unit)] : parts {
      for number in part.numbers(as: kind) { body(number) }
    }
  }

  /// Its parts where it allows more than whole seconds, else none.
  var fractions: [Part] {
    guard kind == .second else { return [] }
    guard !parts.isEmpty else { return [Part(start: 0, step: 1)] }
    return parts.allSatisfy(\.isWholeSeconds) ? [] : parts
  }
}
