import SchedulerCore

/// A row of the table `condition_record`: one line of the record of conditions.
///
/// The numbers of fields and of values are part of the file's format. They are the places of the
/// enumerations' cases; later versions add theirs at the end.
struct RecordedRow: StoredRow {
  static let table = Table.conditionRecord
  static let keep = Query.keepRecorded

  /// The number of the line, one more than that of the line before.
  var sequence: Int64
  var change: RecordedChange

  init(sequence: Int64, change: RecordedChange) { (self.sequence, self.change) = (sequence, change) }

  init(reading reader: inout RowReader) throws(RowFault) {
    sequence = try reader.integer()
    let time = WallTime(uSec: try reader.integer())
    let number = try reader.integer()
    guard (0...Int64(ConditionField.allCases.count)).contains(number) else {
      throw reader.fault("unknown field \(number)")
    }
    let value = try reader.optionalInteger()
    let content = Self.content(of: number, value)
    guard let content else { throw reader.fault("unknown value \(value ?? 0)") }
    change = RecordedChange(time, content)
    let names = try reader.optionalText()
    if let names, case .condition(let field, .names) = content {
      let set = Set(names.split(separator: Self.separator).map(String.init))
      change.content = .condition(field, .names(set))
    }
  }

  /// The names that the value is made of, which a line may be long for.
  var names: String? {
    if case .condition(_, let value) = change.content { value.joinedNames } else { nil }
  }

  func write(to row: inout RowWriter) {
    row.add(sequence)
    row.add(change.time.uSec)
    switch change.content {
    case .machine(let state):
      row.add(0)
      row.add(state?.number)
    case .condition(let field, let value):
      row.add(Int64(field.number) + 1)
      row.add(value.number)
    }
    row.add(names)
  }

  /// The character between names, which no name has (`BoundedNames`).
  fileprivate static let separator: Character = "\n"

  /// Returns the content of these numbers, without names; `nil` where there is none.
  private static func content(of number: Int64, _ value: Int64?) -> RecordedContent? {
    guard number > 0 else {
      guard let value else { return .machine(nil) }
      return MachineState(number: value).map { .machine($0) }
    }
    let field = ConditionField.allCases[Int(number) - 1]
    let content: ConditionValue? =
      switch (field.place, value) {
      case (.flag, nil): .flag(nil)
      case (.flag, 0?): .flag(false)
      case (.flag, 1?): .flag(true)
      case (.flag, _?): nil
      case (.percent, nil): .percent(nil)
      case (.percent, let value?): (0...100).contains(value) ? .percent(Int(value)) : nil
      case (.powerSource, nil): .powerSource(.unknown)
      case (.powerSource, let value?): PowerSource(number: value).map { .powerSource($0) }
      case (.network, nil): .network(.unknown)
      case (.network, let value?): NetworkAccess(number: value).map { .network($0) }
      case (.names, nil): .names(nil)
      case (.names, _?): nil
      }
    return content.map { .condition(field, $0) }
  }
}

extension ConditionValue {
  /// The number of a known value; `nil` for an unknown one, and for names.
  fileprivate var number: Int64? {
    guard !isUnknown else { return nil }
    switch self {
    case .flag(let flag): return flag == true ? 1 : 0
    case .percent(let percent): return percent.map(Int64.init)
    case .powerSource(let source): return source.number
    case .network(let network): return network.number
    case .names: return nil
    }
  }

  /// The names, in order; `nil` for an unknown value, and for one of another type.
  fileprivate var joinedNames: String? {
    guard case .names(let names?) = self else { return nil }
    return names.sorted().joined(separator: String(RecordedRow.separator))
  }
}

extension CaseIterable where Self: Equatable {
  /// The place of the case among all.
  fileprivate var number: Int64 {
    Int64(Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0)
  }

  /// Creates the case at this place.
  fileprivate init?(number: Int64) {
    let found = Self.allCases.enumerated().first { Int64($0.offset) == number }
    guard let found else { return nil }
    self = found.element
  }
}
