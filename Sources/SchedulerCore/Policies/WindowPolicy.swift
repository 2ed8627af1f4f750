/// A patient task waits until its window has lasted long enough that it will probably last until the task is
/// done. The rule is ``WindowRule``.
struct WindowPolicy: Policy {
  func evaluate(_ candidate: TaskEntry, in situation: Situation) -> Verdict {
    let (reading, moment) = (situation.reading, situation.moment)
    guard let window = reading.youngWindow(for: candidate.demand) else { return .proceed }
    let (rule, age) = (window.rule, moment.monotonic - window.since)
    let start = reading.start(in: window, before: candidate.task.latestEnd)
    let needed = (start - window.since).roundedText
    let length = rule.patience.need.roundedText
    let need =
      candidate.task.goesOn
      ? "\(length) more, which is enough for work that goes on where it left off"
      : "the \(length) more that it needs"
    let late = rule.patience.horizon < .days(1) ? candidate.task.latestEnd : nil
    return .veto(
      Reason(
        code: .youngWindow,
        message: "what it needs has held for \(age.roundedText), and it starts at \(needed): "
          + "of windows like this \(percent(rule.chanceToFinish(at: age))) last \(need); chance of another "
          + (late.map { "before \($0.utcText)" } ?? "within a day")
          + ": \(percent(rule.chanceOfAnother))",
        required: needed, observed: age.roundedText, since: moment.wall + TimeSpan(uSec: -age.uSec)),
      release: .window(start))
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

  /// Returns when a task starts in the window if that lasts. A task with less time left has less patience, so
  /// it may start before the window has lasted for as long as it is to now.
  /// - Parameter late: The date by which the work is to be done.
  func start(in window: YoungWindow, before late: WallTime?) -> MonotonicTime {
    guard let late else { return window.heldUntil }
    let now = view.moment
    return window.rule.patience.steps(before: late).reduce(window.heldUntil) { start, step in
      let from = max(now.monotonic, now.monotonic + (step.from - now.wall))
      return min(start, max(from, window.since + window.rule.with(step.patience).hold))
    }
  }
}
