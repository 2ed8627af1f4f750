import ConfigurationFiles
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// A declared task's file: it declares a task that could have been submitted, or its problems are named.
enum TasksTarget: FuzzTarget {
  static let name = "tasks"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let path = "tasks.d/org.example.fuzz.task"
    let file = UnitFileCheck.parse(bytes, name: path)
    var problems: [SyntaxProblem] = []
    let declaration = TaskFile.read(file, path: path, .user(1000), &problems)
    UnitFileCheck.check(problems, of: bytes)
    hold(
      (declaration == nil) == UnitFileCheck.hasErrors(problems), "there is a task, or an error: \(problems)")
    guard let declaration else { return }
    hold(declaration.uid == 1000, "a user's files declare that user's tasks")
    guard let request = try? Wire.TaskRequest(payload: declaration.payload),
      let submission = try? request.submission()
    else { fatalError("broken: what is declared can be submitted") }
    hold(submission.request == declaration.request, "what is declared is what would be submitted")
  }
}
