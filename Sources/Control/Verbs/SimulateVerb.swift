import SchedulerAPI
import SchedulerCore
import SystemdSyntax

enum SimulateVerb {
  static let specification = VerbSpecification(
    name: "simulate", group: .machine, summary: "Override what the scheduler believes about the machine",
    operandUsage: "FIELD=VALUE… | --clear",
    operands: .words(0...ConditionField.allCases.count, .choices(assignments)),
    options: [.flag("clear", "End the simulation of all fields first")],
    notes: [
      "Fields: " + ConditionField.allCases.prefix(5).map(\.rawValue).joined(separator: ", ") + ",",
      ConditionField.allCases.dropFirst(5).map(\.rawValue).joined(separator: ", ") + ".",
      "The other fields stay as the machine has them. The daemon has to allow it (AllowSimulation=yes in",
      "[Conditions] of bgtaskd.conf), and only root and the daemon's own user may.",
    ],
    examples: [
      "simulate powerSource=battery batteryPercent=15", "simulate network=metered", "simulate --clear",
    ], run: run)

  /// The fields with their values, for completions.
  private static var assignments: [String] {
    ConditionField.allCases.flatMap { field in
      let values: [String] =
        switch field.place {
        case .flag: ["true", "false"]
        case .percent, .names: [""]
        case .powerSource: PowerSource.allCases.map(\.rawValue)
        case .network: NetworkAccess.allCases.map(\.rawValue)
        }
      return values.map { "\(field.rawValue)=\($0)" }
    }
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let clear = invocation.line.flag("clear")
    guard clear || !invocation.line.operands.isEmpty else {
      throw invocation.misuse("simulate needs FIELD=VALUE or --clear")
    }
    var conditions: [String: String] = [:]
    for word in invocation.line.operands {
      let (field, value) = try assignment(word, invocation)
      guard conditions.updateValue(value, forKey: field.rawValue) == nil else {
        throw invocation.misuse("\(field.rawValue) is given twice")
      }
    }
    let (reply, json) = try invocation.call(
      SchedulerMethod.SimulateConditions.self, .init(conditions: conditions, clear: clear ? true : nil))
    ConditionsVerb.show(reply.conditions, json, on: invocation)
    return .success
  }

  private static func assignment(
    _ word: String, _ invocation: Invocation
  ) throws(Failure) -> (ConditionField, String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw invocation.misuse("'\(word)' is not FIELD=VALUE") }
    guard let field = ConditionField(rawValue: parts[0]) else {
      let names = ConditionField.allCases.map(\.rawValue)
      throw invocation.misuse(
        "there is no field '\(parts[0])'\(NearestName.hint(for: parts[0], among: names)); the fields are "
          + names.joined(separator: ", "))
    }
    switch field.place {
    case .powerSource, .network, .percent, .names: return (field, parts[1])
    case .flag:
      // People write yes; the protocol says true.
      let value = try? BooleanSyntax.parse(parts[1])
      return (field, value.map { $0 ? "true" : "false" } ?? parts[1])
    }
  }
}
