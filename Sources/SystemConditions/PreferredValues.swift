package import SchedulerCore

/// Of what several sources say of the same fields, what is believed: each field as the first source in order
/// says it that knows it now. Pure.
package struct PreferredValues {
  private var said: [ConditionField: [Int: ConditionChange]] = [:]
  private var believed: [ConditionField: ConditionChange] = [:]

  /// Nothing was said yet.
  package init() {}

  /// Takes in what a source says.
  /// - Parameters:
  ///   - changes: What it says, with its name.
  ///   - rank: Its place in the order: the lowest is believed first.
  /// - Returns: What is believed from now on and was not before.
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
