/// What a ``SchedulerBackend`` tells whom it lets watch.
package enum SchedulerNews<News: Sendable>: Sendable {
  /// Something happened.
  case news(News)
  /// Nothing more is told.
  case ended(any Error)
}

/// Somebody watches. It is over when nobody holds it any more.
package protocol SchedulerWatch: AnyObject, Sendable {
  /// Nothing more is to be told.
  func end()
}
