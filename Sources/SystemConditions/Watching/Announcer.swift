import SchedulerCore

/// Passes on what is news: what is the same as what was said last is not said again, and neither is unknown
/// before anything was known, except by a source of which somebody waits for its first answer.
///
/// It is a class so that a handler may call back into the source (`refresh`, `stop`) while it is told.
final class Announcer {
  private let handler: ([ConditionChange]) -> Void
  private let isAwaited: Bool
  private var said: [ConditionField: ConditionChange] = [:]
  private var isOver = false

  init(isAwaited: Bool = false, _ handler: @escaping ([ConditionChange]) -> Void) {
    self.handler = handler
    self.isAwaited = isAwaited
  }

  func announce(_ changes: [ConditionChange]) {
    guard !isOver else { return }
    let news = changes.filter { change in
      let before = said.updateValue(change, forKey: change.field)
      return before.map { $0 != change } ?? (isAwaited || !change.value.isUnknown)
    }
    if !news.isEmpty { handler(news) }
  }

  /// Nothing more is said.
  func end() { isOver = true }
}
