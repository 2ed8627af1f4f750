import TaskStore

/// A run's output as the store keeps it, not as an executor collects it.
typealias StoredOutput = RunOutput

extension StoredOutput {
  /// Creates output of text whose bytes were made readable already.
  init(text: String, isTruncated: Bool) { self.init(bytes: Array(text.utf8), isTruncated: isTruncated) }
}
