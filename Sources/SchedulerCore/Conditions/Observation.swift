/// The certainty of a field of ``Conditions``.
package enum Certainty: String, CaseIterable, Sendable {
  /// The source knows it.
  case certain
  /// The value is likely, by other facts that are known.
  case guessed
}

/// The known value of one field of ``Conditions``, with its source.
package struct Observation: Hashable, Sendable {
  /// The field that was observed.
  package var field: ConditionField
  /// The value of the field, which is never unknown.
  package var value: ConditionValue
  /// The name of the source (`upower`, `simulation`).
  package var source: String
  /// The certainty of the value.
  package var certainty: Certainty
  /// The date since which the field has this value.
  package var since: WallTime

  package init(
    _ field: ConditionField, _ value: ConditionValue, source: String, certainty: Certainty, since: WallTime
  ) {
    self.field = field
    self.value = value
    self.source = source
    self.certainty = certainty
    self.since = since
  }
}
