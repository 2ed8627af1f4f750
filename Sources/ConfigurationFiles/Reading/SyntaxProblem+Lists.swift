import SystemdSyntax

extension [SyntaxProblem] {
  /// Whether any problem is an error.
  var hasErrors: Bool { contains { $0.severity == .error } }

  /// The problems by file, in the order in which the files occur, and within a file by line. Problems of a
  /// whole file come first.
  var inOrderOfPlaces: [SyntaxProblem] {
    var ranks: [String: Int] = [:]
    for problem in self where ranks[problem.file] == nil { ranks[problem.file] = ranks.count }
    return enumerated().sorted { left, right in
      (ranks[left.element.file] ?? 0, left.element.line ?? 0, left.offset)
        < (ranks[right.element.file] ?? 0, right.element.line ?? 0, right.offset)
    }.map(\.element)
  }
}
