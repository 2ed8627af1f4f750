import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

extension ConfigurationLoader {
  /// Returns the problem of a refused declaration, at its line in the file.
  package func problem(of error: SchedulerError, in path: String) -> SyntaxProblem {
    TaskFileLoader(directories: taskPlaces, owner: taskOwner).problem(of: error, in: path)
  }
}

extension TaskFileLoader {
  /// Returns a refused declaration's problem. The file is read again: refusals are rare, lines are not kept.
  func problem(of error: SchedulerError, in path: String) -> SyntaxProblem {
    let error = SchedulerInterfaceError(error)
    guard case .task(let source, _) = read(path) else {
      return SyntaxProblem(.error, file: path, text: error.reason)
    }
    return source.problem(of: error)
  }
}

extension TaskFileSource {
  /// Returns the problem of the request that the file makes, at the line that causes it, if there is one.
  func problem(of error: SchedulerInterfaceError) -> SyntaxProblem {
    guard case .invalidRequest(let field, let message) = error else {
      return SyntaxProblem(.error, file: path, text: error.reason)
    }
    let named = RequestField.naming(message) { $0.key.map { "\($0)=" } }
    let words = TimestampSyntax.replacingUTCDates(in: named) { TimestampSyntax.format($0) }
    guard let key = TaskFileKeys.name(ofField: field) else {
      return SyntaxProblem(.error, file: path, text: "\(field): \(words)")
    }
    let lines = file.assignments(TaskFileKeys.section, key)
    // The line of the element, for a list that takes one line for each element.
    let number = field.hasSuffix("]") ? Int(field.dropLast().split(separator: "[").last ?? "") : nil
    let line = number.flatMap { lines.indices.contains($0) ? lines[$0] : nil }
    guard let line = line ?? file.assignment(TaskFileKeys.section, key) else {
      return SyntaxProblem(.error, file: path, text: "\(key)=: \(words)")
    }
    return line.problem(.error, words)
  }
}

extension SchedulerInterfaceError {
  /// The error's message without its field.
  var reason: String {
    if case .invalidRequest(_, let message) = self { message } else { description }
  }
}
