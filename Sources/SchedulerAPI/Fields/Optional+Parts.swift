extension Optional where Wrapped: Equatable {
  /// Returns the structure with another value of a field, or `nil` when it is empty then.
  /// - Parameter empty: The structure without any value, which counts as absent.
  func with<Value>(
    _ value: Value, at place: any WritableKeyPath<Wrapped, Value> & Sendable, empty: Wrapped
  ) -> Wrapped? {
    var changed = self ?? empty
    changed[keyPath: place] = value
    return changed == empty ? nil : changed
  }
}
