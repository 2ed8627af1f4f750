import SchedulerCore

/// Names that other programs have given, as far as they are accepted: they are kept, shown and recorded, so
/// their number is bounded, and none of them may control a terminal.
package enum BoundedNames {
  /// Returns the names that are accepted: neither empty nor too long, and without control characters. Of more
  /// than ``ConditionNames/limit`` the first by their bytes are accepted.
  package static func of(_ names: some Sequence<String>) -> Set<String> {
    let sorted = Set(names.filter(isName)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Set(sorted.prefix(ConditionNames.limit))
  }

  private static func isName(_ name: String) -> Bool {
    ConditionNames.lengthBytes.contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
