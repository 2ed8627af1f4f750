import SchedulerCore

/// The text of conditions in traces. Names are separated by semicolons; within a name a backslash stands
/// before a semicolon or a backslash, and `\n` and `\r` are line breaks.
enum ConditionText {
  /// Returns the value that a text says, which is unknown for an empty one; `nil` when it is no value.
  static func value(_ text: String, of field: ConditionField) -> ConditionValue? {
    switch field.place {
    case .flag:
      switch text {
      case "true": .flag(true)
      case "false": .flag(false)
      default: text.isEmpty ? .flag(nil) : nil
      }
    case .percent:
      text.isEmpty ? .percent(nil) : percent(text).map { .percent($0) }
    case .powerSource:
      text.isEmpty
        ? .powerSource(.unknown)
        : PowerSource(rawValue: text).flatMap { $0 == .unknown ? nil : .powerSource($0) }
    case .network:
      text.isEmpty
        ? .network(.unknown) : NetworkAccess(rawValue: text).flatMap { $0 == .unknown ? nil : .network($0) }
    case .names: text.isEmpty ? .names(nil) : names(text).map { .names($0) }
    }
  }

  /// Returns a description of the texts that a field may have.
  static func allowed(of field: ConditionField) -> String {
    values(of: field) + ", or nothing, which is unknown"
  }

  /// Returns a description of the values that a field may have where it is known.
  static func values(of field: ConditionField) -> String {
    switch field.place {
    case .flag: "true, false"
    case .percent: "0 to 100"
    case .powerSource: words(PowerSource.allCases.filter { $0 != .unknown })
    case .network: words(NetworkAccess.allCases.filter { $0 != .unknown })
    case .names:
      "\(ConditionNames.limit) names of 1 to \(ConditionNames.lengthBytes.upperBound) bytes at most, with "
        + "semicolons between them, or one semicolon for no name"
    }
  }

  private static func words<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
    values.map(\.rawValue).joined(separator: ", ")
  }

  /// Returns a whole percentage; `nil` for any other text.
  static func percent(_ text: String) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text).flatMap { $0 <= 100 ? $0 : nil }
  }

  private static func names(_ text: String) -> Set<String>? {
    if text == ";" { return [] }
    var names: Set<String> = []
    var name = ""
    var isEscape = false
    func end() -> Bool {
      guard ConditionNames.lengthBytes.contains(name.utf8.count) else { return false }
      names.insert(name)
      name = ""
      return names.count <= ConditionNames.limit
    }
    for scalar in text.unicodeScalars {
      switch (isEscape, scalar) {
      case (true, "n"): name.unicodeScalars.append("\n")
      case (true, "r"): name.unicodeScalars.append("\r")
      case (true, "\\"), (true, ";"): name.unicodeScalars.append(scalar)
      case (true, _): return nil
      case (false, "\\"):
        isEscape = true
        continue
      case (false, ";"): if !end() { return nil }
      case (false, _): name.unicodeScalars.append(scalar)
      }
      isEscape = false
    }
    return !isEscape && end() ? names : nil
  }
}
