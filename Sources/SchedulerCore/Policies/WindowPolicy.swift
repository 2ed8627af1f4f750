/// A patient task waits until its window has lasted long enough that it will probably last until the task is
/// done. The rule is ``WindowRule``.
struct WindowPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    guard let window = situation.reading.youngWindow(for: candidate.demand) else { return .proceed }
    let (rule, now) = (window.rule, situation.moment.monotonic)
    let age = now - window.since
    let late = rule.patience.horizon < .days(1) ? candidate.task.latestEnd : nil
    return .veto(
      Reason(
        code: .youngWindow,
        message: "what it needs has held for \(age.roundedText), and it starts at \(rule.hold.roundedText): "
          + "of windows like this \(percent(rule.chanceToFinish(at: age))) last the "
          + "\(rule.patience.need.roundedText) more that it needs; chance of another "
          + (late.map { "before \($0.utcText)" } ?? "within a day")
          + ": \(percent(rule.chanceOfAnother))",
        required: rule.hold.roundedText, observed: age.roundedText,
        since: situation.moment.wall + TimeSpan(uSec: -age.uSec)),
      release: .window(window.heldUntil))
  }

  private func percent(_ chance: Double) -> String { "\(Int((chance * 100).rounded())) %" }
}

/// A window that has not lasted long enough for a task.
struct YoungWindow {
  let since: MonotonicTime
  let rule: WindowRule

  /// The point at which the window has lasted long enough.
  var heldUntil: MonotonicTime { since + rule.hold }
}

extension MachineReading {
  /// Returns the window of a demand whose requirements hold, while it is too young; else `nil`. Conditions
  /// that no source reports have no windows.
  func youngWindow(for demand: Demand) -> YoungWindow? {
    guard !demand.patience.isNone,
      let window = machine.windows[demand.requirements.intersection(machine.known)],
      let since = window.since, window.lost == nil
    else { return nil }
    let configuration = view.configuration
    let young = YoungWindow(
      since: since,
      rule: WindowRule(
        window.record, window.unrest, demand.patience, configuration.windowModel,
        spansLapses: configuration.lapse > .zero))
    return view.moment.monotonic < young.heldUntil ? young : nil
  }
}
