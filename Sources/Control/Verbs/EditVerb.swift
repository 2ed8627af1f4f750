import SchedulerAPI
import SchedulerCore

enum EditVerb {
  static let specification = VerbSpecification(
    name: "edit", group: .work, summary: "Change a pending task: by options, or in your editor",
    operandUsage: "ID",
    operands: .words(1...1, .identifiers),
    options: fields + [
      SubmitVerb.pastOption,
      .flag("unchecked", "Do not check whether programs and the working directory exist"),
    ], takesFieldsBack: true,
    notes: [
      "Fields without an option stay as they are. An empty value removes a field (--deadline '', and of an",
      "option that needs no value --can-resume=), and --no- before a name says no.",
      "Without options it opens the request in VISUAL or EDITOR, as a file of bgtask.task(5), and submits",
      "your changes. A task that a file declares is changed in that file; the daemon is told to read the",
      "file again, and the result is printed.",
      "A run that is under way goes on as it began; the changes apply to the next run.",
    ],
    examples: [
      "edit org.example.backup --earliest 03:00 --when idle", "edit org.example.backup --deadline ''",
      "edit org.example.backup",
    ], run: run)

  /// The options of fields. The identifier names the task to change, which is always replaced.
  private static let fields = SubmitVerb.fieldOptions.filter {
    !["identifier", "on-conflict"].contains($0.name)
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let hasOptions = invocation.line.options.contains { given in
      fields.contains { $0.name == given.name }
    }
    guard hasOptions || (invocation.context.hasKeyboard && invocation.console.output.isTerminal) else {
      throw invocation.misuse(
        "edit needs options that say what changes, such as --earliest 03:00, or a terminal for the editor")
    }
    let daemon = try invocation.connect()
    let edit = try TaskEdit(of: invocation.line.operands[0], daemon, invocation)
    if let file = edit.task.declaredIn {
      guard !hasOptions else { throw declared(edit.task, in: file) }
      return try edit.inFile(file)
    }
    try edit.checkHasNext()
    return hasOptions
      ? try edit.submit(RequestBuilder.edit(edit.task.request, invocation)) : try edit.inEditor()
  }

  private static func declared(_ task: Wire.Task, in file: String) -> Failure {
    let identifier = task.request.identifier
    return Failure(
      .permission, name: "Declared", message: "\(file) declares \(identifier), so that it is changed there",
      next: "bgtaskctl edit \(identifier) opens it, on a terminal")
  }
}
