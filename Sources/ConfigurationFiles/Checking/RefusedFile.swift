import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

extension ConfigurationLoader {
  /// Where in a file that is what the scheduler does not take, and what it is.
  package func problem(of error: SchedulerError, in path: String) -> SyntaxProblem {
    TaskFileLoader(directories: taskPlaces, owner: taskOwner).problem(of: error, in: path)
  }
}

extension TaskFileLoader {
  /// The file is read once more: refusals are rare, and lines are not kept.
  func problem(of error: SchedulerError, in path: String) -> SyntaxProblem {
    let error = SchedulerInterfaceError(error)
    guard case .task(let source, _) = read(path) else {
      return SyntaxProblem(.error, file: path, text: error.reason)
    }
    return source.problem(of: error)
  }
}

extension TaskFileSource {
  /// What is wrong with the request that the file makes, at the line that says it where there is one.
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
    // Of lists that take a line for each element the element's own.
    let number = field.hasSuffix("]") ? Int(field.dropLast().split(separator: "[").last ?? "") : nil
    let line = number.flatMap { lines.indices.contains($0) ? lines[$0] : nil }
    guard let line = line ?? file.assignment(TaskFileKeys.section, key) else {
      return SyntaxProblem(.error, file: path, text: "\(key)=: \(words)")
    }
    return line.problem(.error, words)
  }
}

extension SchedulerInterfaceError {
  /// What it says, without the field that it is about.
  var reason: String {
    if case .invalidRequest(_, let message) = self { message } else { description }
  }
}
