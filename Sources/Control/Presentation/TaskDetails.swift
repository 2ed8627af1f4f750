import LinuxSystem
import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// All properties of one task, as `show` shows them.
enum TaskDetails {
  static func make(_ task: Wire.Task, for invocation: Invocation) -> Properties {
    let request = task.request
    var details = Properties()
    details.add("Identifier", request.identifier, .bold)
    details.add("Title", RunProgress.title(request.title, request.subtitle))
    details.add("Kind", request.kind.rawValue)
    let standing = TaskStanding(task, now: invocation.now)
    details.add("State", standing.word(task.state), standing.style(task.state))
    if standing == .failing, let result = task.lastRun.map(RunResult.init) {
      details.add("Last result", result.words, result.style)
    }
    details.add("Why", (task.reason?.message).map(invocation.withDatesOfZone))
    details.add(
      "Frozen", task.frozenUntilUSec.map { "until \(invocation.secondDate($0)), then it is told to stop" })
    // The request's own date has a line of its own.
    let next = TaskTable.nextDate(task, now: invocation.now)
    details.add("Next", next == task.request.earliestBeginUSec ? nil : next.map(invocation.date))
    details.add(
      "Not before", task.notBeforeUSec.flatMap { $0 > invocation.now ? invocation.date($0) : nil })
    details.add("Progress", progress(task, for: invocation))
    details.add("Running since", task.startedUSec.map(invocation.date))
    details.add(
      "Trusted", task.trustedForDurationUSec.map(LeaseWords.rest),
      task.trustedForDurationUSec == 0 ? .red : .plain)
    details.add("User", UserAccount(uid: task.uid).name)
    details.add("Submitted", invocation.date(task.submittedUSec))
    details.add("Caused by", task.causedBy)
    details.add("Declared in", task.declaredIn.map { SafeText.inline($0) })
    details.add("Attempt", String(task.attempt))
    details.add(
      "Without success", task.withoutSuccessSinceUSec.map { "since \(invocation.date($0))" },
      task.overdue == true ? .red : .plain)
    details.add("Run", task.runId)
    for line in lines(task, for: invocation) { details.add(line.name, line.words) }
    let environment = request.command?.environment ?? [:]
    for name in environment.keys.sorted() {
      details.add("Environment", Words.quote("\(name)=\(environment[name] ?? "")"))
    }
    return details
  }

  /// Returns the lines about the request, and about what counts where it says nothing. Fields that share a
  /// line follow each other.
  private static func lines(
    _ task: Wire.Task, for invocation: Invocation
  ) -> [(name: String, words: String)] {
    var request = task.request
    // A deadline is shown with what follows from it, by default as well.
    if request.deadlineUSec != nil { request.onDeadline = request.onDeadline ?? .wait }
    var lines: [(name: String, words: String)] = []
    for field in RequestField.all {
      if let other = unasked(field, of: task) { lines.append(other) }
      guard let (shown, value) = said(field, in: request, for: invocation) else { continue }
      let words = shown.words.replacingParts("%", with: value)
      if let place = lines.firstIndex(where: { $0.name == shown.line }) {
        lines[place].words += ", " + words
      } else {
        lines.append((shown.line, words))
      }
    }
    return lines
  }

  /// Returns the line about what has been learned beside a field, or holds where the request does not say it.
  private static func unasked(_ field: RequestField, of task: Wire.Task) -> (name: String, words: String)? {
    switch field.name {
    case "canResume":
      // The field before this one is the length that the submitter expects.
      if let usual = task.usualDurationUSec { return ("Usually takes", "\(length(usual)) (of its own runs)") }
    case "preventsSleep":
      if task.request.canResume == nil, task.resumes == true {
        return ("Resume", "goes on where the run before left off, as its runs have shown")
      }
    case "runtimeLimitDurationUSec":
      if task.request.runtimeLimitDurationUSec == nil, let limit = task.runtimeLimitDurationUSec {
        let setting = setting(of: task.request.kind)
        return ("Runtime limit", "\(TimeSpanSyntax.format(limit)) (as \(setting) says)")
      }
    default: break
    }
    return nil
  }

  /// Returns the setting of bgtaskd.conf(5) that has the runtime limit of a kind.
  private static func setting(of kind: Wire.Kind) -> String {
    switch kind {
    case .refresh: "RefreshRuntimeSec="
    case .processing: "ProcessingRuntimeSec="
    case .continued, .transfer: "RuntimeMaxSec="
    }
  }

  /// Returns a length that was measured: to the second or, below one, to the millisecond.
  private static func length(_ uSec: Int64) -> String {
    TimeSpanSyntax.format(uSec, accuracy: uSec < 1_000_000 ? 1000 : 1_000_000, maximumUnits: 2)
  }

  /// Returns a field's form and value, or nil when it is absent or shown elsewhere.
  private static func said(
    _ field: RequestField, in request: Wire.TaskRequest, for invocation: Invocation
  ) -> (RequestField.Shown, String)? {
    guard var shown = field.shown else { return nil }
    let value: String?
    switch field.value {
    case .flag(let place), .requirement(let place, _):
      let flag = request[keyPath: place]
      if flag == false, let no = field.shownNo { shown = no }
      value = flag.map { _ in "" }
    case .identifier, .kind, .environment: value = nil
    default: value = FieldWords(invocation: invocation).value(field, in: request)
    }
    return value.map { (shown, $0) }
  }

  private static func progress(_ task: Wire.Task, for invocation: Invocation) -> String? {
    guard var progress = TaskTable.progress(task, for: invocation), task.progress != nil else { return nil }
    // The request's title has a line of its own.
    progress.title = RunProgress.title(task.progress?.title, task.progress?.subtitle)
    return progress.line
  }
}
