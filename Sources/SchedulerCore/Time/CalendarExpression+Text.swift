extension CalendarExpression.Fields {
  /// The fields as `systemd-analyze calendar` writes them.
  var text: String {
    let date = "\(year.text)-\(month.text)\(day.kind == .lastDay ? "~" : "-")\(day.text)"
    let time = "\(hour.text):\(minute.text):\(second.text)"
    let days = weekdays.flatMap { $0.isEveryDay ? nil : $0.calendarText + " " } ?? ""
    return "\(days)\(date) \(time)"
  }
}

extension CalendarField {
  /// The field's text: `*`, or the parts with commas between them.
  var text: String {
    guard !isEveryNumber else { return "*" }
    return parts.map { $0.text(as: kind) }.joined(separator: ",")
  }

  /// Whether the field is written `*`: it allows every number, or every whole second.
  private var isEveryNumber: Bool {
    parts.isEmpty || kind == .second && parts == [Part(start: 0, step: kind.unit)]
  }
}

extension CalendarField.Part {
  /// Returns the part's text: `01`, `01..05`, `01/2` or `01..05/2`.
  fileprivate func text(as kind: CalendarField.Kind) -> String {
    let width = kind == .year ? 4 : 2
    var text = Self.text(start, width, kind.unit)
    if let stop { text += ".." + Self.text(stop, width, kind.unit) }
    if let step, stop == nil || step != kind.unit { text += "/" + Self.text(step, 1, kind.unit) }
    return text
  }

  /// Returns the number with leading zeros, and six digits of a fraction where there is one.
  private static func text(_ number: Int, _ width: Int, _ unit: Int) -> String {
    let fraction = number % unit
    return padded(number / unit, width) + (fraction == 0 ? "" : "." + padded(fraction, 6))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension WeekdaySet {
  /// The days as `Mon..Fri,Sun`: three or more in a row are a range.
  fileprivate var calendarText: String {
    rows.map { row in
      let names = row.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
      return names.count > 2 ? "\(names[0])..\(names[names.count - 1])" : names.joined(separator: ",")
    }.joined(separator: ",")
  }
}
