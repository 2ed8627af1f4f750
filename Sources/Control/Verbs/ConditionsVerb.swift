import PlainText
import SchedulerAPI
import Varlink

enum ConditionsVerb {
  static let specification = VerbSpecification(
    name: "conditions", group: .machine, summary: "Show what the scheduler believes about the machine",
    options: [.flag("follow", short: "f", "Show every change, until interrupted")],
    examples: ["conditions", "conditions --follow --json"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    guard invocation.line.flag("follow") else {
      let (reply, json) = try invocation.call(SchedulerMethod.GetConditions.self, Empty())
      show(reply.conditions, json, on: invocation)
      return .success
    }
    var isFirst = true
    try invocation.connect().stream(SchedulerMethod.GetConditions.self, Empty()) {
      reply, json throws(Failure) in
      if !isFirst, !invocation.wantsJSON { invocation.console.print() }
      isFirst = false
      show(reply.conditions, json, on: invocation)
      if let failure = invocation.console.finish() { throw failure }
      return true
    }
    return .success
  }

  static func show(_ conditions: Wire.Conditions, _ json: [UInt8], on invocation: Invocation) {
    guard !invocation.wroteJSON(json) else { return }
    invocation.show(ConditionsTable.make(conditions, for: invocation))
    // Most machines never have a private network, and nobody misses it there.
    let unmet = (conditions.unmet ?? []).filter { $0 != "vpn" || isVPNAsked(for: invocation) }
    guard !unmet.isEmpty else { return }
    invocation.console.printSentence(
      "Reasons to wait now: \(SafeText.inline(unmet.map(\.splitWords).joined(separator: ", ")))")
  }

  /// Returns whether a task of the caller asks for a private network, also where that cannot be found out.
  private static func isVPNAsked(for invocation: Invocation) -> Bool {
    var isAsked = false
    do throws(Failure) {
      try invocation.connect().stream(SchedulerMethod.List.self, .init()) { page, _ throws(Failure) in
        isAsked = page.tasks.map(\.request).contains { request in
          request.requiresVPN == true
            || [request.when, request.while].contains { $0?.hasPart("vpn") == true }
        }
        return !isAsked
      }
    } catch {
      return true
    }
    return isAsked
  }
}
