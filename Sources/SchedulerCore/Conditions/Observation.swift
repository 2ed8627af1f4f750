/// How sure it is what a field of ``Conditions`` says.
package enum Certainty: String, CaseIterable, Sendable {
  /// Who says so knows it.
  case certain
  /// It is likely, by something else that is known.
  case guessed
}

/// What is known of one field of ``Conditions``, and from whom.
package struct Observation: Hashable, Sendable {
  /// Which field it is about.
  package var field: ConditionField
  /// What it says, which is never unknown.
  package var value: ConditionValue
  /// Who says so (`upower`, `simulation`).
  package var source: String
  /// How sure that is.
  package var certainty: Certainty
  /// Since when the field says so.
  package var since: WallTime

  /// An observation.
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
