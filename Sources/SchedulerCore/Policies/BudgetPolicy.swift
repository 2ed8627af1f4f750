/// R37: an application that has used up its run time of an hour waits until a tenth of it has come back.
struct BudgetPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let budget = situation.configuration.runtimeBudgetPerHour
    guard candidate.application != nil, candidate.task.request.kind.isDiscretionary, budget > .zero,
      let use = situation.applicationUse
    else { return .proceed }
    let now = situation.moment.monotonic
    let threshold = TimeSpan(uSec: budget.uSec - budget.uSec / 10)
    guard let until = use.melts(to: threshold, budgetPerHour: budget), now < until else { return .proceed }
    let debt = use.debt(at: now, budgetPerHour: budget)
    return .veto(
      Reason(
        code: .budget, message: "its application has used up its run time for now",
        required: "\(budget.secondsText) an hour", observed: "\(debt.secondsText) used"),
      release: .pause(until))
  }
}
