/// One field of a calendar expression, such as its hours: the numbers that it allows.
package struct CalendarField: Hashable, Sendable {
  /// The kinds of fields, each with its range of numbers.
  package enum Kind: Sendable {
    case year
    case month
    case day
    /// Days counted from the end of the month: 1 is the last one. Every month has 28 of them.
    case lastDay
    case hour
    case minute
    /// Seconds in microseconds, because they may have fractions.
    case second

    /// The numbers that the field may have.
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

    /// The field's number for 1 in an expression's text.
    package var unit: Int { self == .second ? 1_000_000 : 1 }
  }

  /// A number (`5`), a range (`5..9`) or a row (`5/2`, `5..9/2`).
  package struct Part: Hashable, Comparable, Sendable {
    private let first: Int32
    /// The last number of a range, or below zero where there is none.
    private let last: Int32
    /// The distance between numbers, or zero for a single one.
    private let distance: Int32

    /// The first number of the part.
    package var start: Int { Int(first) }
    /// The last number of a range, or `nil` for a number and for a row that goes on to the end of the field.
    package var stop: Int? { last < 0 ? nil : Int(last) }
    /// The distance from one number to the next, or `nil` for a single number.
    package var step: Int? { distance == 0 ? nil : Int(distance) }

    /// Creates a part in its shortest form: a part without a second number becomes a single number.
    /// - Parameters:
    ///   - start: The first number. Each number is between 0 and the largest of Int32.
    ///   - stop: The upper bound of a range.
    ///   - step: The distance between numbers, at least 1; not nil where there is a range.
    package init(start: Int, stop: Int? = nil, step: Int? = nil) {
      precondition((step ?? 1) > 0 && (stop == nil || step != nil), "a step of \(step ?? 0)")
      var stop = stop
      if let step, let end = stop, start < end { stop = end - (end - start) % step }
      let isSingle = stop == start
      first = Int32(start)
      last = isSingle ? -1 : stop.map { Int32($0) } ?? -1
      distance = isSingle ? 0 : Int32(step ?? 0)
    }

    /// Whether `left` stands before `right` in systemd's order of parts.
    package static func < (left: Part, right: Part) -> Bool {
      (left.start, left.stop ?? -1, left.step ?? 0) < (right.start, right.stop ?? -1, right.step ?? 0)
    }

    /// Whether the part stays in its field and, as a range or a row, has a second number.
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

    /// Returns the part's numbers. Days counted from the end of the month go on towards the end.
    fileprivate func numbers(as kind: Kind) -> StrideThrough<Int> {
      guard let step else { return stride(from: start, through: start, by: 1) }
      if let stop { return stride(from: start, through: stop, by: step) }
      let range = kind.range
      return kind == .lastDay
        ? stride(from: start, through: range.lowerBound, by: -step)
        : stride(from: start, through: range.upperBound, by: step)
    }

    /// Returns the part's least number that is no less than `number`, or `nil` after the last one.
    func next(_ number: Int, in range: ClosedRange<Int>) -> Int? {
      guard start < number else { return start }
      guard let step else { return nil }
      let found = start + (number - start + step - 1) / step * step
      return found <= stop ?? range.upperBound ? found : nil
    }
  }

  /// The field's kind, which decides the range of its numbers.
  package let kind: Kind
  /// The parts in order; empty when every number is allowed.
  package let parts: [Part]

  /// Creates a field of these parts, which must be valid for the kind; without parts it is `*`.
  package init(_ kind: Kind, _ parts: [Part] = []) {
    precondition(parts.allSatisfy { $0.isValid(as: kind) }, "\(parts) is out of the range of \(kind)")
    self.kind = kind
    var sorted: [Part] = []
    for part in parts.sorted() where part != sorted.last { sorted.append(part) }
    // As systemd writes it: beside every second, parts of whole seconds add nothing.
    let everySecond = Part(start: 0, step: kind.unit)
    let isEverySecond = kind == .second && sorted.contains(everySecond) && sorted.allSatisfy(\.isWholeSeconds)
    // An array that was filled one by one has room for more; `map` makes one that fits.
    self.parts = isEverySecond ? [everySecond] : sorted.map(\.self)
  }

  /// A bit for each allowed number; days counted from the end take the bit of their day in a month of 31.
  /// Years, and seconds with ``fractions``, are too many for 64 bits.
  var bits: UInt64 {
    var bits: UInt64 = 0
    forEachNumber { bits |= 1 << UInt64(kind == .lastDay ? 32 - $0 : $0 / kind.unit) }
    return bits
  }

  /// Calls the body with each allowed number, with some more than once. Fractions of seconds are too many for
  /// this.
  func forEachNumber(_ body: (Int) -> Void) {
    for part in parts.isEmpty ? [Part(start: kind.range.lowerBound, step: kind.unit)] : parts {
      for number in part.numbers(as: kind) { body(number) }
    }
  }

  /// The field's parts where it allows more than whole seconds, else none.
  var fractions: [Part] {
    guard kind == .second else { return [] }
    guard !parts.isEmpty else { return [Part(start: 0, step: 1)] }
    return parts.allSatisfy(\.isWholeSeconds) ? [] : parts
  }
}
