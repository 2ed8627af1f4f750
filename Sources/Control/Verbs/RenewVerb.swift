import SchedulerAPI
import SystemdSyntax

enum RenewVerb {
  static let specification = VerbSpecification(
    name: "renew", group: .work, summary: "Lengthen or shorten the lease of a task",
    operandUsage: "ID LENGTH",
    operands: .words(2...2, .identifiers),
    notes: [
      "The lease, given by submit --trusted-for, is over LENGTH from now (50s, 5min), up to 1d, unless it is",
      "renewed again. A lease that is over cannot be renewed; submit the task again.",
    ],
    examples: ["renew org.example.backup 50s", "renew org.example.backup 1h"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let (identifier, text) = (invocation.line.operands[0], invocation.line.operands[1])
    let length: Int64
    do throws(SyntaxError) {
      length = try TimeSpanSyntax.parse(text)
    } catch {
      throw invocation.misuse("LENGTH: \(error)")
    }
    let until = try invocation.bootTime(in: length, "LENGTH")
    let daemon = try invocation.connect()
    let json: [UInt8]
    do throws(Failure) {
      json = try daemon.call(
        SchedulerMethod.RenewLease.self, .init(identifier: identifier, trustedUntilUSec: until)
      ).json
    } catch {
      var failure = error
      guard error.status == .data else { throw error }
      failure.next = "bgtaskctl submit --trusted-for hands a task in with a lease"
      for (field, operand) in [("identifier: ", "ID: "), ("trustedUntilUSec: ", "LENGTH: ")]
      where failure.message.hasPrefix(field) {
        failure.message = operand + failure.message.dropFirst(field.count)
      }
      failure.message = RequestField.naming(failure.message) { $0.option.map { "--\($0)" } }
      throw failure
    }
    if !invocation.wroteJSON(json) {
      invocation.console.printSentence(
        "\(SafeText.inline(identifier)) is trusted \(LeaseWords.rest(length)).")
    }
    return .success
  }
}
