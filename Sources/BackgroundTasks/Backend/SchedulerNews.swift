/// A message of a ``SchedulerBackend`` to a watch.
package enum SchedulerNews<News: Sendable>: Sendable {
  /// One piece of news.
  case news(News)
  /// The end of the news, and its cause.
  case ended(any Error)
}

/// A subscription to a backend's news, which ends with the last reference to it.
package protocol SchedulerWatch: AnyObject, Sendable {
  /// Ends the subscription: nothing more is to be told.
  func end()
}
