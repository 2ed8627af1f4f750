import ConditionSyntax
import SchedulerCore
import Varlink

enum ProbeVerb {
  static let specification = VerbSpecification(
    name: "probe", summary: "Check now whether a condition holds that no source reports",
    operandUsage: "CONDITION", operands: .words(1...1, .nothing),
    notes: [
      "Checks storage, mounted, exists, reachable or load (bgtask-when(7)) as you, in the way in which",
      "bgtaskd checks them when a task waits for nothing else. It needs no daemon. It exits with 0 when the",
      "condition holds, with 1 when it does not, and with 75 when it could not be checked; the finding is",
      "printed.",
    ],
    examples: ["probe 'exists /media/backup'", "probe 'mounted /srv' && backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let check = try check(invocation.line.operands[0], invocation)
    let finding = ConditionProbe.ask(check)
    if !invocation.wroteJSON(json(finding)) { invocation.console.print(SafeText.inline(finding.words)) }
    return switch finding.holds {
    case true?: .success
    case false?: .no
    case nil: .temporary
    }
  }

  private static func check(_ text: String, _ invocation: Invocation) throws(Failure) -> ConditionCheck {
    let expression: ConditionExpression
    do throws(ConditionSyntaxError) {
      expression = try ConditionSyntax.parse(text)
    } catch {
      throw invocation.misuse(text, "CONDITION", error)
    }
    guard case .leaf(let leaf) = expression.root, let check = leaf.atom.check else {
      throw invocation.misuse(
        "CONDITION: found \(SafeText.inline(text)), allowed is one of storage, mounted, exists, reachable, "
          + "load; bgtaskctl conditions shows all others")
    }
    if case .command = check.question {
      throw invocation.misuse(
        "CONDITION: check runs a program: run it yourself, its exit status is the answer")
    }
    return check
  }

  private static func json(_ finding: CheckFinding) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("holds", finding.holds)
    json.member("observed", finding.words)
    json.endObject()
    return json.bytes
  }
}
