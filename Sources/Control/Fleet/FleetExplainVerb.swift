import FleetAPI
import SystemdSyntax

enum FleetExplainVerb {
  static let specification = VerbSpecification(
    name: "explain", group: .common, summary: "Explain why a task runs nowhere: what the machines say",
    operandUsage: "ID", operands: .words(1...1, .nothing), options: [FleetOptions.user],
    examples: ["explain org.example.render"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (identifier, task) = FleetOptions.task(invocation)
    let (reply, json) = try invocation.fleetCall(
      FleetMethod.Explain.self,
      .init(identifier: identifier, task: task, user: invocation.line.value("of-user")))
    if invocation.wroteJSON(json) { return .success }
    let console = invocation.console
    for sentence in FleetExplanation(reply, date: invocation.date).sentences {
      console.printSentence(sentence)
    }
    return .success
  }
}

/// The sentences about what the machines of a group say of a task.
struct FleetExplanation {
  let reply: FleetMethod.Explain.Reply
  let date: (Int64) -> String

  init(_ reply: FleetMethod.Explain.Reply, date: @escaping (Int64) -> String) {
    (self.reply, self.date) = (reply, date)
  }

  var sentences: [String] {
    let name = SafeText.inline(reply.identifier)
    if reply.state == "ended" { return ["\(name) has ended; fleet history \(name) shows how."] }
    if reply.granted > 0 {
      return ["\(name) is in the hands of \(Self.machines(reply.granted)), and \(reply.waiting) more wait."]
    }
    if let date = reply.notBeforeUSec, date > reply.nowUSec {
      return ["\(name) waits for its date, \(self.date(date))."]
    }
    guard reply.machines > 0 else {
      return ["\(name) waits: no machine has ever been in the group \(SafeText.inline(reply.group))."]
    }
    return [heldBack(name)] + others
  }

  private func count(_ verdict: String) -> Int {
    reply.verdicts.filter { $0.verdict == verdict }.reduce(0) { $0 + $1.machines }
  }

  /// The sentence about machines that cannot do it now.
  private func heldBack(_ name: String) -> String {
    let lacking = reply.verdicts.filter { $0.verdict == "lacks" }
    guard !lacking.isEmpty else {
      let ready = count("holds")
      return ready > 0
        ? "\(name) waits for its turn: \(Self.machines(ready)) of \(reply.machines) can do it now."
        : "\(name) waits: of \(Self.machines(reply.machines)) none has said that it can."
    }
    let reasons = lacking.map { verdict in
      "\(SafeText.inline(verdict.message ?? verdict.code ?? "?")) (\(verdict.machines))"
    }
    let held = lacking.reduce(0) { $0 + $1.machines }
    return "\(name) is held back on \(held) of \(reply.machines): \(reasons.joined(separator: ", "))."
  }

  private var others: [String] {
    var sentences: [String] = []
    if let slots = reply.slots, slots.taken >= slots.most {
      sentences.append("\(Self.machines(slots.taken)) are at work, as many as may be at a time.")
    }
    for verdict in reply.verdicts {
      let (number, names) = (
        Self.machines(verdict.machines), SafeText.inline(verdict.names.joined(separator: ", "))
      )
      switch verdict.verdict {
      case "notSeen":
        let since = verdict.lastSeenUSec.map { " since \(date($0))" } ?? ""
        sentences.append("\(number) not seen\(since): \(names).")
      case "disallowed":
        sentences.append(
          "\(number) with no place for tasks of \(SafeText.inline(reply.user)) (AllowTasksOf=): \(names).")
      case "draining": sentences.append("\(number) taking no new work: \(names).")
      case "never":
        sentences.append("\(number) can never do it: \(SafeText.inline(verdict.message ?? "")) (\(names)).")
      default: break
      }
    }
    return sentences
  }

  private static func machines(_ count: Int) -> String { count == 1 ? "1 machine" : "\(count) machines" }
}
