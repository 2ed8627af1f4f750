import SchedulerCore
import SystemdSyntax

extension Assignment {
  /// Returns the value as kinds of tasks.
  func kinds() throws(SyntaxProblem) -> [Kind] {
    var kinds: [Kind] = []
    for word in try words() {
      guard let kind = Kind(rawValue: word) else {
        let allowed = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw problem(.error, "\(word) is no kind of task, allowed are \(allowed)")
      }
      kinds.append(kind)
    }
    return kinds
  }
}
