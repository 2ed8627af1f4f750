/// One line of the record of conditions: a value that something has from a date on, until the next line about
/// the same thing.
///
/// Lines are kept in the order in which they were recorded. Their dates go back only where the wall clock was
/// set back, right after a line by which the machine is off or not observed.
package struct RecordedChange: Hashable, Sendable {
  /// The date from which on the content holds.
  package var time: WallTime
  /// The thing and its value.
  package var content: RecordedContent

  package init(_ time: WallTime, _ content: RecordedContent) { (self.time, self.content) = (time, content) }

  /// Whether nothing is observed from here on, so that the time up to the next line is known for what it is.
  var endsObservation: Bool {
    switch content {
    case .machine(nil), .machine(.off): true
    case .machine, .condition: false
    }
  }
}

/// The content of a line of the record.
package enum RecordedContent: Hashable, Sendable {
  /// The value of a condition, as its source has reported it; it may be unknown.
  case condition(ConditionField, ConditionValue)
  /// The state of the machine; `nil` where nothing is observed, and no condition counts as known.
  case machine(MachineState?)

  /// The name of a line about the machine, beside those of ``ConditionField``.
  package static let machineName = "machine"

  /// The name of the thing: a field's, or ``machineName``.
  package var name: String {
    switch self {
    case .condition(let field, _): field.rawValue
    case .machine: Self.machineName
    }
  }

  /// The value as the exported record has it; `nil` is unknown.
  package var text: String? {
    switch self {
    case .machine(let state): state?.rawValue
    case .condition(_, let value): value.recordText
    }
  }
}

/// The state of a machine whose conditions are recorded.
package enum MachineState: String, CaseIterable, Sendable {
  case on
  case asleep
  case off
}

extension ConditionValue {
  /// The value as a record has it; `nil` is unknown. Names stand in their order, with `;` between them, `\`
  /// before a `;` or `\` of their own, and `\n` and `\r` for line breaks; no names at all are `;`.
  package var recordText: String? {
    switch self {
    case .flag(let flag): flag.map { $0 ? "true" : "false" }
    case .percent(let percent): percent.map(String.init)
    case .powerSource(let source): source == .unknown ? nil : source.rawValue
    case .network(let network): network == .unknown ? nil : network.rawValue
    case .names(let names):
      names.map { $0.isEmpty ? ";" : $0.sorted().map(Self.escaped).joined(separator: ";") }
    }
  }

  private static func escaped(_ name: String) -> String {
    var text = "".unicodeScalars
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\n": text += "\\n".unicodeScalars
      case "\r": text += "\\r".unicodeScalars
      case ";", "\\": text += "\\\(scalar)".unicodeScalars
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
