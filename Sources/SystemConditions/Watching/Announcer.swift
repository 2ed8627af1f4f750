import SchedulerCore

/// A filter that passes on changes only: a value that was passed on last is not repeated, and unknown is not
/// passed on before any value was known, except from a source whose first answer is awaited.
///
/// It is a class so that a handler may call back into the source (`refresh`, `stop`) during the call.
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

  /// Ends the announcements for good.
  func end() { isOver = true }
}
