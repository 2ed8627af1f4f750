import SchedulerCore

extension ConditionField {
  /// Returns a condition's name for people, or the protocol's name as words when only a later daemon has it.
  static func words(_ name: String) -> String { ConditionField(rawValue: name)?.words ?? name.splitWords }
}

extension String {
  /// A name of the protocol as words: `externalPower` is external power.
  var splitWords: String {
    reduce(into: "") { words, character in
      if character.isUppercase, !words.isEmpty { words.append(" ") }
      words += character.lowercased()
    }
  }
}
