extension BGTaskScheduler {
  /// What `using: nil` is the nil of. There are no values of it: another queue is a `DispatchQueue`.
  public enum BackgroundQueue: Sendable {}
}
