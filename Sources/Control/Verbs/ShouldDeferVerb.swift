import SchedulerAPI

enum ShouldDeferVerb {
  static let specification = VerbSpecification(
    name: "should-defer", group: .inside,
    summary: "Inside of a task: ask whether to save the work and come back later",
    options: [.flag("quiet", short: "q", "Do not print the reason"), RunReference.option],
    notes: [
      RunReference.note,
      "It exits with 0 when the run should save its work and end, best with 75, so that it is tried",
      "again; the reason is printed. It exits with 1 when the run may go on, and prints nothing.",
      "Any other status is a failure and no advice (65: bgtaskd knows no such run any more, so that",
      "nobody waits for its work). Ask between pieces of work: it says so before SIGTERM comes.",
    ],
    examples: ["should-defer", "should-defer --quiet && exit 75"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let run = try RunReference.find(invocation)
    let (reply, json): (SchedulerMethod.ShouldDefer.Reply, [UInt8])
    do throws(Failure) {
      (reply, json) = try invocation.call(SchedulerMethod.ShouldDefer.self, .init(runId: run))
    } catch {
      guard error.status == .no else { throw error }
      // A run that is over must not be taken for one that may go on.
      var failure = error
      failure.status = .data
      failure.next = "the run is over: end its program; bgtaskctl history shows the runs"
      throw failure
    }
    if invocation.wantsJSON {
      invocation.console.printJSON(json)
    } else if reply.shouldDefer, !invocation.line.flag("quiet") {
      invocation.console.print(SafeText.inline(sentence(reply.reason)))
    }
    return reply.shouldDefer ? .success : .no
  }

  /// Returns `The machine runs on battery (externalPower: required external, observed battery)`.
  private static func sentence(_ reason: Wire.Reason?) -> String {
    guard let reason else { return "The daemon gives no reason" }
    let details = [
      reason.required.map { "required \($0)" }, reason.observed.map { "observed \($0)" },
    ].compactMap(\.self)
    let code = ([reason.code] + (details.isEmpty ? [] : [details.joined(separator: ", ")]))
      .joined(separator: ": ")
    return "\(reason.message) (\(code))"
  }
}
