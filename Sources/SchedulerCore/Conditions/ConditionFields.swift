/// A set of fields of ``Conditions``, one bit each.
struct ConditionFields: Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt32 = 0

  init(arrayLiteral fields: ConditionField...) { for field in fields { insert(field) } }

  var isEmpty: Bool { bits == 0 }

  func contains(_ field: ConditionField) -> Bool { bits & 1 << field.number != 0 }

  func isDisjoint(with other: ConditionFields) -> Bool { bits & other.bits == 0 }

  mutating func insert(_ field: ConditionField) { bits |= 1 << field.number }

  /// The fields of the set, in the protocol's order.
  var each: some Sequence<ConditionField> { ConditionField.allCases.lazy.filter { contains($0) } }
}

extension ConditionField {
  private static let numbers = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

  /// The field's index among all fields.
  var number: UInt32 { UInt32(Self.numbers[self] ?? 0) }
}
