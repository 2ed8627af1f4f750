import SystemdSyntax

/// The errors of files that were read, in one line.
struct FileProblems {
  /// How many, and the first with file, line and reason.
  var text: String

  /// Nil when there are none.
  init?(_ problems: [SyntaxProblem]) {
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    text = errors.count == 1 ? "error: \(first)" : "\(errors.count) errors, the first: \(first)"
  }
}
