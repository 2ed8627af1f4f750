/// What this is.
enum Version {
  /// Semantic versioning.
  static let number = "0.1.0"
}
