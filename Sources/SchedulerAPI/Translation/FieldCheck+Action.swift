import SchedulerCore
import SystemdSyntax

extension FieldCheck {
  /// Checks an action and returns it: a command line, or the identifier of another task.
  static func action(
    _ text: String, of identifier: String, field: String
  ) throws(SchedulerInterfaceError) -> TaskAction {
    let action = TaskAction(text)
    switch action {
    case .program:
      do throws(SyntaxError) { _ = try Words.split(text) } catch {
        throw .invalidRequest(field: field, message: "found \(error)")
      }
      if text.utf8.contains(0) || text.utf8.contains(0x0A) {
        throw .invalidRequest(field: field, message: "found a NUL byte or a line break, allowed is one line")
      }
      // The action runs as a task of this name, which has to be allowed as well.
      let name = ActionCause(trigger: .failure, chain: [identifier], runID: nil).actionIdentifier
      try bytes(name, Wire.TaskRequest.Bounds.identifier, "", field)
    case .task(let other):
      guard IdentifierRule.permits(other) else {
        throw .invalidRequest(
          field: field,
          message: "found \(quoted(other)), allowed is a program's absolute path with arguments, or the "
            + "identifier of another task: \(IdentifierRule.text)")
      }
      guard other != identifier else {
        throw .invalidRequest(field: field, message: "found the task itself, allowed is another one")
      }
    }
    return action
  }
}
