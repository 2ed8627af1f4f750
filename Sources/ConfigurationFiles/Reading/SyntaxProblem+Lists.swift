import SystemdSyntax

extension [SyntaxProblem] {
  /// One of them at least is more than a warning.
  var hasErrors: Bool { contains { $0.severity == .error } }
}

extension ArraySlice<SyntaxProblem> {
  /// By file, in the order in which the files turn up, and within a file by line. What is about a whole file
  /// comes first.
  var inOrderOfPlaces: [SyntaxProblem] {
    var ranks: [String: Int] = [:]
    for problem in self where ranks[problem.file] == nil { ranks[problem.file] = ranks.count }
    return enumerated().sorted { left, right in
      (ranks[left.element.file] ?? 0, left.element.line ?? 0, left.offset)
        < (ranks[right.element.file] ?? 0, right.element.line ?? 0, right.offset)
    }.map(\.element)
  }
}
