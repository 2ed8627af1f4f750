import SchedulerCore

/// Passes on what is news: a value that is the same as the last one said is not said again, and neither is
/// unknown before anything was known.
///
/// It is a class so that a handler may call back into the source (`refresh`, `stop`) while it is told.
final class Announcer {
  private let handler: ([ConditionChange]) -> Void
  private var said = Conditions()
  private var isOver = false

  init(_ handler: @escaping ([ConditionChange]) -> Void) { self.handler = handler }

  func announce(_ changes: [ConditionChange]) {
    guard !isOver else { return }
    let news = changes.filter { change in
      let before = said
      said.apply(change)
      return said != before
    }
    if !news.isEmpty { handler(news) }
  }

  /// Nothing more is said.
  func end() { isOver = true }
}
