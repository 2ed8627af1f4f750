import PlainText
package import SchedulerCore

extension SchedulerMethod.SimulateConditions.Parameters {
  /// Returns the changes that a simulation asks for, in the order of the protocol file's fields.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``: the field (`conditions.network`),
  ///   what was found and what is allowed.
  package func changes() throws(SchedulerInterfaceError) -> [ConditionChange] {
    let names = ConditionField.allCases.map(\.rawValue)
    // The smallest, so that the error about several unknown fields is always the same.
    if let unknown = conditions.keys.filter({ !names.contains($0) }).min() {
      throw .invalidRequest(
        field: "conditions",
        message: "found the field \(FieldCheck.quoted(unknown)), allowed are " + names.joined(separator: ", ")
      )
    }
    var changes: [ConditionChange] = []
    for field in ConditionField.allCases {
      guard let value = conditions[field.rawValue] else { continue }
      changes.append(try Self.change(field, value))
    }
    return changes
  }

  private static func change(
    _ field: ConditionField, _ value: String
  ) throws(SchedulerInterfaceError) -> ConditionChange {
    switch field.place {
    case .flag: .flag(field, try bool(value, field))
    case .percent: ConditionChange(field, .percent(try percent(value, field)))
    case .powerSource: ConditionChange(field, .powerSource(try name(value, field)))
    case .network: ConditionChange(field, .network(try name(value, field)))
    case .names: .names(field, try names(value, field))
    }
  }

  private static func name<Name: RawRepresentable<String> & CaseIterable>(
    _ value: String, _ field: ConditionField
  ) throws(SchedulerInterfaceError) -> Name {
    guard let name = Name(rawValue: value) else {
      throw invalid(value, field, allowed: Name.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return name
  }

  private static func bool(_ value: String, _ field: ConditionField) throws(SchedulerInterfaceError) -> Bool?
  {
    switch value {
    case "true", "yes": return true
    case "false", "no": return false
    case "unknown": return nil
    default: throw invalid(value, field, allowed: "true, yes, false, no, unknown")
    }
  }

  private static func percent(_ value: String, _ field: ConditionField) throws(SchedulerInterfaceError)
    -> Int?
  {
    if value == "unknown" { return nil }
    guard let percent = Int(value), 0...100 ~= percent else {
      throw invalid(value, field, allowed: "0 to 100, unknown")
    }
    return percent
  }

  /// Reads names with commas between them; an empty text is no name.
  private static func names(_ value: String, _ field: ConditionField) throws(SchedulerInterfaceError)
    -> Set<String>?
  {
    if value == "unknown" { return nil }
    let names = value.split(separator: ",").map(String.init)
    let lengthBytes = ConditionNames.lengthBytes
    guard names.count <= ConditionNames.limit,
      names.allSatisfy({ lengthBytes.contains($0.utf8.count) && SingleLine.problem(in: $0) == nil })
    else {
      throw invalid(
        value, field,
        allowed: "up to \(ConditionNames.limit) names of up to \(lengthBytes.upperBound) bytes "
          + "with commas between them, unknown")
    }
    return Set(names)
  }

  private static func invalid(
    _ value: String, _ field: ConditionField, allowed: String
  ) -> SchedulerInterfaceError {
    .invalidRequest(
      field: "conditions.\(field.rawValue)",
      message: "found \(FieldCheck.quoted(value)), allowed are \(allowed)")
  }
}
