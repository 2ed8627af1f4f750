extension Optional where Wrapped: Equatable {
  /// The structure with another value of a field.
  /// - Parameter empty: One in which nothing is said; it is absent then.
  func with<Value>(
    _ value: Value, at place: any WritableKeyPath<Wrapped, Value> & Sendable, empty: Wrapped
  ) -> Wrapped? {
    var changed = self ?? empty
    changed[keyPath: place] = value
    return changed == empty ? nil : changed
  }
}
