import SchedulerAPI
import SystemdSyntax

enum ProgressVerb {
  static let specification = VerbSpecification(
    name: "progress", group: .inside, summary: "Inside of a task: say how far its run is",
    operandUsage: "COMPLETED TOTAL [TITLE]", operands: .words(2...3, .nothing),
    options: [
      .value("subtitle", "TEXT", "What the task does at the moment, for people"), RunReference.option,
    ],
    notes: [
      RunReference.note,
      "COMPLETED and TOTAL are counts of anything: files, bytes, percent. TOTAL is 0 while it is not known.",
      "bgtaskctl list and watch show a bar with the rate and the remaining time. Continued tasks have to",
      "report progress now and then, or they are told to stop (ContinuedStallSec= in bgtaskd.conf).",
    ],
    examples: [
      "progress 40 100 copying", "progress 3 12 Copying --subtitle photos/2026", "progress 7 0 Searching",
    ], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let operands = invocation.line.operands
    let progress = Wire.Progress(
      completedUnitCount: try count(operands[0], "COMPLETED", invocation),
      totalUnitCount: try count(operands[1], "TOTAL", invocation),
      title: operands.count > 2 ? operands[2] : nil, subtitle: invocation.line.value("subtitle"))
    let (_, json) = try invocation.call(
      SchedulerMethod.ReportProgress.self,
      .init(runId: try RunReference.find(invocation), progress: progress))
    // No text for people: it would stand between the lines that the task itself writes.
    invocation.wroteJSON(json)
    return .success
  }

  private static func count(
    _ text: String, _ name: String, _ invocation: Invocation
  ) throws(Failure) -> Int64 {
    do {
      return Int64(try IntegerSyntax.parse(text, in: 0...Int.max))
    } catch {
      throw invocation.misuse("\(name): \(error)")
    }
  }
}
