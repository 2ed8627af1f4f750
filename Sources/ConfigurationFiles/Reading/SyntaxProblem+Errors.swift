import SystemdSyntax

extension [SyntaxProblem] {
  /// One of them at least is more than a warning.
  var hasErrors: Bool { contains { $0.severity == .error } }
}
