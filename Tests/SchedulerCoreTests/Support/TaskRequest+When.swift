import ConditionSyntax
import SchedulerCore

extension TaskRequest {
  /// A command that says this of the machine.
  static func command(
    _ identifier: String, _ when: String?, while kept: String? = nil, relax: String? = nil,
    _ change: (inout TaskRequest) -> Void = { _ in }
  ) throws -> TaskRequest {
    let wish = ConditionWish(
      when: try when.map(ConditionSyntax.parse), whileRunning: try kept.map(ConditionSyntax.parse),
      relaxations: try relax.map(ConditionSyntax.parseRelaxations) ?? [])
    return .command(identifier) {
      $0.wish = wish
      $0.runtimeLimit = .hours(10)
      change(&$0)
    }
  }
}
