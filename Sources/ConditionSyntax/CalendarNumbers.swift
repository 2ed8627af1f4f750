import SchedulerCore
import SystemdSyntax

/// Numbers as they were read, before their field is known.
struct CalendarNumbers {
  /// The text of the numbers, such as `5..9/2`.
  let text: String
  let start: Int
  let stop: Int?
  let step: Int?

  /// Returns a field with these parts; `nil` stands for `*`.
  static func field(
    _ kind: CalendarField.Kind, _ list: [CalendarNumbers]?
  ) throws(SyntaxError) -> CalendarField {
    guard let list else {
      // A second of `*` is each whole second, not each microsecond.
      return CalendarField(kind, kind == .second ? [.init(start: 0, step: kind.unit)] : [])
    }
    var parts: [CalendarField.Part] = []
    for numbers in list { parts.append(try numbers.part(of: kind)) }
    return CalendarField(kind, parts)
  }

  private func part(of kind: CalendarField.Kind) throws(SyntaxError) -> CalendarField.Part {
    let (start, stop) = kind == .year ? (Self.year(start), stop.map(Self.year)) : (start, stop)
    let part = CalendarField.Part(start: start, stop: stop, step: step)
    if part.isValid(as: kind) { return part }
    let isInside = kind.range.contains(start) && kind.range.contains(stop ?? start)
    throw SyntaxError(
      found: text,
      problem: isInside ? "never reaches a second \(kind.words.name)" : "is no \(kind.words.name)",
      allowed: kind.words.allowed, example: kind.words.example)
  }

  /// Returns the full year: 69 is 2069, and 70 is 1970.
  private static func year(_ number: Int) -> Int {
    switch number {
    case ..<70: number + 2000
    case ..<100: number + 1900
    default: number
    }
  }

  static func tooLarge(_ text: String) -> SyntaxError {
    SyntaxError(
      found: text, problem: "is too large a number", allowed: "a number of a calendar",
      example: "2030-12-24 18:30")
  }

  static func singleSecond(_ text: String) -> SyntaxError {
    SyntaxError(
      found: text, problem: "never reaches a second value", allowed: "a second or more between both ends",
      example: "12:00:10..20")
  }

  static func noStep(_ text: String) -> SyntaxError {
    SyntaxError(found: text, problem: "has a step of 0", allowed: "1 and more", example: "0/15")
  }
}

extension CalendarField.Kind {
  /// The words of error messages about the field's numbers.
  fileprivate var words: (name: String, allowed: String, example: String) {
    switch self {
    case .year: ("year", "1970 to 2199, or two digits", "2030-12-24")
    case .month: ("month", "1 to 12", "*-12-24")
    case .day: ("day of a month", "1 to 31", "*-*-1..7")
    case .lastDay: ("day before the end of a month", "1 to 28, where 1 is the last one", "*-*~1")
    case .hour: ("hour", "0 to 23", "6..22/2:00")
    case .minute: ("minute", "0 to 59", "*:0/15")
    case .second: ("second", "0 to 59.999999", "12:00:00/10")
    }
  }
}
