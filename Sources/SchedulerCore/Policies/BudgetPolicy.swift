/// R37: an application that has used up its run time of an hour waits until a tenth of it has come back.
struct BudgetPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let budget = situation.configuration.runtimeBudgetPerHour
    guard candidate.application != nil, candidate.task.request.kind.isDiscretionary, budget > .zero,
      let use = situation.applicationUse
    else { return .proceed }
    let now = situation.moment.monotonic
    let debt = use.debt(at: now, budgetPerHour: budget)
    let threshold = TimeSpan(uSec: budget.uSec - budget.uSec / 10)
    guard debt > threshold else { return .proceed }
    let excess = Double((debt - threshold).uSec)
    let pause = excess * Double(TimeSpan.hours(1).uSec) / Double(budget.uSec)
    return .veto(
      Reason(
        code: .budget, message: "its application has used up its run time for now",
        required: "\(budget.secondsText) an hour", observed: "\(debt.secondsText) used"),
      // One microsecond more, so that rounding cannot bring the task back a moment too early for ever.
      release: .pause(now + TimeSpan(uSec: Int64(min(pause, Double(TimeSpan.maximum.uSec))) + 1)))
  }
}
