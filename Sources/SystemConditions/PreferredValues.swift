package import SchedulerCore

/// The values that are believed where several sources report the same fields: of each field the value of the
/// first source in order that knows it now. Pure.
package struct PreferredValues {
  private var said: [ConditionField: [Int: ConditionChange]] = [:]
  private var believed: [ConditionField: ConditionChange] = [:]

  /// Values before the first report.
  package init() {}

  /// Takes in the report of a source.
  /// - Parameters:
  ///   - changes: The changes, with the source's name.
  ///   - rank: The source's place in the order: the lowest is believed first.
  /// - Returns: The values that are believed from now on and were not before.
  package mutating func take(_ changes: [ConditionChange], from rank: Int) -> [ConditionChange] {
    for change in changes { said[change.field, default: [:]][rank] = change }
    var news: [ConditionChange] = []
    for field in changes.map(\.field) {
      let ranked = (said[field] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      guard let best = ranked.first(where: { !$0.value.isUnknown }) ?? ranked.first,
        believed[field] != best
      else { continue }
      believed[field] = best
      news.append(best)
    }
    return news
  }
}
