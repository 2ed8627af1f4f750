/// The way of choosing the moment at which a task starts once the machine has what it needs.
package enum Judgement: String, CaseIterable, Sendable {
  /// The task starts as soon as its conditions hold.
  case eager
  /// The task starts when its conditions have held for so long that they will probably hold until it is done.
  case patient
}
