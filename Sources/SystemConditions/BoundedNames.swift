import SchedulerCore

/// Names that others have given to something, as far as they are taken over: they are kept, shown and
/// recorded, so there are not more of them than make sense, and none that would write to somebody's terminal.
package enum BoundedNames {
  /// Those that are taken over: neither empty nor too long, and without control characters. Of more than
  /// ``ConditionNames/limit`` the first by their bytes are.
  package static func of(_ names: some Sequence<String>) -> Set<String> {
    let sorted = Set(names.filter(isName)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Set(sorted.prefix(ConditionNames.limit))
  }

  private static func isName(_ name: String) -> Bool {
    ConditionNames.lengthBytes.contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
