import ConditionSyntax
package import SchedulerCore

extension RequestField {
  private typealias Request = Wire.TaskRequest

  /// Every field, in the order in which people see them.
  package static let all =
    whenAndWhat + ofPaths + ofOrder + ofLimits + ofTransfer + ofSubmission
    + ofSecrets

  private static let whenAndWhat: [RequestField] = [
    .init(
      name: "identifier", value: .identifier, option: "identifier", short: "i", key: "Identifier",
      summary: "The task's identifier; one task at a time is pending under it",
      ofKey: """
        The task's identifier: ASCII letters, digits, hyphens and underscores, in parts with single dots \
        between them, and no hyphen at the beginning; or two such names with one @ between them. Default: \
        the name of the file without .task.
        """),
    .init(
      name: "kind", value: .kind, option: "kind", key: "Kind",
      summary: "The kind of work; processing when there is a program",
      details: """
        refresh is a short update. processing takes minutes or hours while the machine is idle. continued is \
        work that a person has started now and that shows its progress.
        """,
      ofKey: """
        refresh, a short update, or processing, minutes or hours of work while the machine is idle. Default: \
        processing where there is a Command=.
        """),
    .init(
      name: "earliestBeginUSec", value: .date(\.earliestBeginUSec, lengthKey: "Delay"), option: "earliest",
      key: "EarliestBegin",
      summary: "The earliest begin: +1h, 18:30, Mon 03:00, 2026-11-21 18:30",
      ofKey: "The task does not start before this date, which is written in full: 2026-11-21 18:30.",
      shown: .init("Earliest")),
    .init(
      name: "deadlineUSec", value: .date(\.deadlineUSec, lengthKey: "DeadlineDelay"), option: "deadline",
      key: "Deadline",
      summary: "The date by which the task should have begun",
      shown: .init("Deadline")),
    .init(
      name: "onDeadline", value: .choice(.init(\.onDeadline)), option: "on-deadline", key: "OnDeadline",
      summary: "What happens when the deadline passes first",
      details: """
        wait: the task keeps waiting. run: the task runs although a requirement does not hold. drop: the \
        task is dropped.
        """, shown: .init("Deadline", "then %")),
    requirement(
      \.requiresNetworkConnectivity, .network, "requiresNetworkConnectivity",
      option: "requires-network-connectivity", aliases: ["requires-network"], "Needs a network",
      shown: "network connectivity"),
    requirement(
      \.requiresUnmeteredNetwork, .unmeteredNetwork, "requiresUnmeteredNetwork",
      option: "requires-unmetered-network", aliases: ["requires-unmetered"],
      "Needs a network that is not paid for by volume", shown: "unmetered network"),
    requirement(
      \.requiresExternalPower, .externalPower, "requiresExternalPower", option: "requires-external-power",
      "Needs power from outside", shown: "external power"),
    requirement(
      \.requiresIdle, .idle, "requiresIdle", option: "requires-idle", "Needs a machine that nobody uses",
      details: "A processing task needs it unless the request says otherwise.", shown: "idle machine"),
    requirement(
      \.requiresBatteryNotLow, .batteryNotLow, "requiresBatteryNotLow", option: "requires-battery-not-low",
      "Needs a battery that is not low, or power from outside", shown: "battery not low"),
    requirement(
      \.requiresStorageNotLow, .storageNotLow, "requiresStorageNotLow", option: "requires-storage-not-low",
      "Needs room on the disk", shown: "storage not low"),
    requirement(
      \.requiresVPN, .vpn, "requiresVPN", option: "requires-vpn", "Needs a private network (VPN)",
      shown: "private network"),
    .init(
      name: "when", value: .expression(\.when, problem: problemOfExpression), option: "when", key: "When",
      summary: "Further conditions for the start: 'not hot and idle for 10min'",
      details: "bgtask-when(7) has all conditions.", shown: .init("When")),
    .init(
      name: "while", value: .expression(\.while, problem: problemOfExpression), option: "while", key: "While",
      summary: "Conditions that must hold at the start and during the run",
      details: "If not given, the task's requirements of power, network and idleness.",
      shown: .init("While")),
    .init(
      name: "relax", value: .expression(\.relax, problem: problemOfRelaxation), option: "relax", key: "Relax",
      summary: "Requirements that it drops with time: 'after 1d without idle'",
      details: "Steps are separated by semicolons: after 1d without idle; after 7d without unmetered, vpn.",
      shown: .init("Relax")),
    .init(
      name: "unknownConditions", value: .choice(.init(\.unknownConditions)), option: "unknown-conditions",
      key: "UnknownConditions", summary: "How conditions count that no source reports",
      details: "proceed: they hold nothing back. wait: the task waits until a source reports them.",
      shown: .init("Unknown conditions")),
    .init(
      name: "judgement", value: .choice(.init(\.judgement)), option: "judgement", key: "Judgement",
      summary: "When it starts once its conditions hold: eager or patient",
      details: """
        eager: at once. patient: when they have held for so long that they will probably hold until the \
        task is done, see bgtask-judgement(7).
        """, shown: .init("Judgement")),
    length(
      \.expectedDurationUSec, Request.Bounds.expectedDurationUSec, "expectedDurationUSec",
      option: "expected", key: "Expected", "How long a run takes, as far as you know",
      details: "Once a run has succeeded, the length of its own runs counts instead.",
      shown: .init("Expected to take")),
    .init(
      name: "canResume", value: .flag(\.canResume), option: "can-resume", key: "CanResume",
      summary: "Goes on where the run before left off, so a short run is not in vain",
      details: """
        Where it says nothing, its runs can: by bgtaskctl checkpoint, or by exit status 75 after they were \
        told to stop for a lost condition. With no they cannot.
        """, shown: .init("Resume", "goes on where the run before left off"),
      shownNo: .init("Resume", "begins anew each time")),
    .init(
      name: "checkpointFile", value: .file(\.checkpointFile), option: "checkpoint-file",
      key: "CheckpointFile", summary: "A file that is there while the next run can go on from it",
      details: """
        After a run of a patient task without success bgtaskd looks as the task's user whether the file is \
        there. Only with a program.
        """, shown: .init("Resume", "where the last one left off while % is there")),
    .init(
      name: "preventsSleep", value: .flag(\.preventsSleep), option: "prevent-sleep", key: "PreventsSleep",
      summary: "Keeps the machine awake while it runs on external power",
      details: """
        Only the machine's automatic sleep is prevented, and only where AllowSleepPrevention= of \
        bgtaskd.conf(5) allows it.
        """,
      shown: .init("Sleep", "prevented while it runs on external power"),
      shownNo: .init("Sleep", "not prevented")),
    .init(
      name: "sleepsThrough", value: .flag(\.sleepsThrough), option: "sleep-through", key: "SleepsThrough",
      summary: "Goes on after the machine's sleep instead of being told to stop before it",
      details: "A program does so unless the request says otherwise.",
      shown: .init("Sleep", "frozen with the machine"),
      shownNo: .init("Sleep", "told to stop before")),
    length(
      \.runtimeLimitDurationUSec, Request.Bounds.runtimeLimitDurationUSec, "runtimeLimitDurationUSec",
      option: "runtime-limit", key: "RuntimeLimit", "How long a run may take", shown: .init("Runtime limit")),
    length(
      \.freezeDurationUSec, Request.Bounds.freezeDurationUSec, "freezeDurationUSec", option: "freeze",
      key: "Freeze", "How long a run stays frozen when a requirement is lost, before it is told to stop",
      shown: .init("Frozen for up to")),
    .init(
      name: "unit", value: .unit(\.unit), option: "unit", key: "Unit",
      summary: "Start this unit of systemd instead of a program",
      details: """
        The run lasts as long as the unit is active. If the unit is active already, for another task or \
        because a user has started it, the task is tried again later, after the backoff of an interrupted \
        run. bgtaskd stops only units that it has started.
        """, shown: .init("Unit")),
    length(
      \.repeatDurationUSec, Request.Bounds.repeatDurationUSec, "repeatDurationUSec", option: "repeat",
      key: "Every", "Run again at this interval", shown: .init("Repeats every")),
    .init(
      name: "calendar", value: .calendar(\.calendar), option: "calendar", key: "OnCalendar",
      summary: "Run at these dates: daily, 'Mon..Fri 03:00'; may be repeated",
      details: """
        Expressions of systemd.time(7), "Calendar Events"; bgtaskctl calendar shows their dates. Missed \
        dates are made up for by one run.
        """, shown: .init("Calendar")),
    length(
      \.randomizedDelayDurationUSec, Request.Bounds.randomizedDelayDurationUSec,
      "randomizedDelayDurationUSec",
      option: "randomized-delay", key: "RandomizedDelay", "Put each calendar date off by up to this long",
      details: "The delay is always the same for a task on a machine.",
      shown: .init("Calendar", "up to % later")),
    .init(
      name: "clockChange", value: .choice(.init(\.clockChange)), option: "clock-change", key: "ClockChange",
      summary: "How calendar dates count where the clock is put forward or back",
      details: """
        once: a time that the clock skips comes right after the change, and a time that the clock shows \
        twice comes once, as in cron(8) for fixed times. shown: a date comes whenever the clock shows its \
        time, as in cron(8) for minutes or hours with a star. If not given, a time that the clock skips does \
        not come, and a time that the clock shows twice comes once, unless every hour is asked for.
        """, shown: .init("Calendar", "% where the clock changes")),
    length(
      \.overdueAfterDurationUSec, Request.Bounds.overdueAfterDurationUSec, "overdueAfterDurationUSec",
      option: "overdue-after", key: "OverdueAfter", "The task is overdue after this long without success",
      details: "The journal says so once; list and status show it.",
      shown: .init("Overdue", "after % without success")),
    action(
      \.onFailure, on: .failure,
      "Start this when a run has failed: a program, or another task",
      details: """
        The action starts after the last attempt. A program, given by its absolute path with arguments, gets \
        a report on its standard input and BGTASK_ variables in its environment. Another task becomes due.
        """),
    action(
      \.onSuccess, on: .success, "Start this when a run has succeeded"),
    action(
      \.onOverdue, on: .overdue, "Start this when the task is overdue"),
    length(
      \.toleranceDurationUSec, Request.Bounds.toleranceDurationUSec, "toleranceDurationUSec",
      option: "tolerance", key: "Tolerance", "How much later it may begin to share a wake-up",
      shown: .init("Tolerance")),
    .init(
      name: "retry.backoff", value: .choice(.init(\.retryBackoff)), option: "retry", key: "Retry",
      summary: "Try again after a failure, with a backoff that grows so",
      details: """
        The backoff is exponential if only other fields of the retry are given. none: the task is never \
        tried again. A date of a repeating task that comes before the retry takes its place. A program that \
        is told to stop for a lost condition begins again when that is back, whatever is given here but none.
        """, shown: .init("Retry")),
    length(
      \.retryInitial, Wire.Retry.Bounds.initialDurationUSec, "retry.initialDurationUSec",
      option: "retry-initial", key: "RetryInitial", "The first backoff", shown: .init("Retry", "% first")),
    length(
      \.retryMaximum, Wire.Retry.Bounds.maximumDurationUSec, "retry.maximumDurationUSec",
      option: "retry-maximum", key: "RetryMaximum", "The longest backoff",
      shown: .init("Retry", "% at most")),
    .init(
      name: "retry.maximumAttempts", value: .count(\.retryAttempts, Wire.Retry.Bounds.maximumAttempts),
      option: "retry-attempts", key: "RetryAttempts", summary: "Attempts in all, the first included",
      shown: .init("Retry", "% attempts")),
  ]

  private static let ofSubmission: [RequestField] = [
    .init(
      name: "onConflict", value: .choice(.init(\.onConflict)), option: "on-conflict",
      summary: "What happens when the identifier is pending already"),
    .init(
      name: "strategy", value: .choice(.init(\.strategy)), option: "strategy",
      summary: "For continued work: what happens when no slot is free", shown: .init("Strategy")),
    // A file's task has no submitter that could renew the lease, so there is no key.
    .init(
      name: "trustedUntilUSec", value: .bootTime(\.trustedUntilUSec, lengths: 1...Lease.maximum.uSec),
      option: "trusted-for",
      summary: "Stop it, and do not start it, unless the lease of this length is renewed",
      details: """
        The length counts from now, up to 1d, and also while the machine sleeps; bgtaskctl renew changes the \
        end. When the lease is over, or the machine is started anew, a task that waits ends, a run is told \
        to stop, and neither a retry nor another date follows; its --on-failure starts. Where systemd runs \
        programs, it stops the run 2 to 3 seconds after that even if the daemon is dead.
        """),
    .init(
      name: "template", value: .line(\.template), option: nil,
      summary: "The template that the task is an instance of", shown: .init("Template")),
    .init(
      name: "content", value: .line(\.content), option: "content",
      summary: "Data for the application that handles the task, such as JSON", shown: .init("Content")),
    .init(
      name: "label", value: .line(\.label), option: "label", key: "Label",
      summary: "The task's name for people, in lists and in the journal", shown: .init("Label")),
    .init(
      name: "title", value: .line(\.title), option: "title", key: "Title",
      summary: "A title for people"),
    .init(
      name: "subtitle", value: .line(\.subtitle), option: "subtitle", key: "Subtitle",
      summary: "A second line for people, below the title"),
    .init(
      name: "command.argv", value: .arguments, option: nil, key: "Command",
      summary: "The program, by its absolute path, and its arguments",
      ofKey: """
        The program: an absolute path with arguments, quoted as in systemd.syntax(7). No shell reads it. The \
        exit status 0 is success, 75 asks for a retry. Without Command= the task is for the application that \
        handles the identifier.
        """, shown: .init("Command")),
    .init(
      name: "command.workingDirectory", value: .directory, option: "working-directory",
      key: "WorkingDirectory", summary: "Where it runs; by submit the current directory if not given",
      ofKey: """
        Where the program runs, an absolute path without ..; if not given the user's home, or / for a system \
        account whose home does not exist.
        """,
      shown: .init("Directory")),
    .init(
      name: "command.environment", value: .environment, option: "environment", short: "E",
      key: "Environment", summary: "Add to its environment; may be repeated",
      details: "No other user can read it, unlike the arguments.",
      ofKey: """
        Variables of its environment, NAME=VALUE, separated by spaces; may be given more than once. No \
        other user can read them, unlike the arguments.
        """, shown: .init("Environment")),
  ]

  private static func requirement(
    _ place: Place<Bool>, _ requirement: Requirements, _ name: String, option: String,
    aliases: [String] = [], _ summary: String, details: String = "", shown: String
  ) -> RequestField {
    RequestField(
      name: name, value: .requirement(place, requirement), option: option, aliases: aliases,
      key: name.prefix(1).uppercased() + name.dropFirst(), summary: summary, details: details,
      shown: .init("Requires", shown), shownNo: .init("Not required", shown))
  }

  private static func action(
    _ place: Place<String>, on trigger: ActionTrigger, _ summary: String, details: String = ""
  ) -> RequestField {
    let word = trigger.rawValue
    let capital = word.prefix(1).uppercased() + word.dropFirst()
    return RequestField(
      name: "on\(capital)", value: .action(place, on: trigger), option: "on-\(word)", key: "On\(capital)",
      summary: summary, details: details, shown: .init("On \(word)"))
  }

  private static func length(
    _ place: Place<Int64>, _ bounds: ClosedRange<Int64>, _ name: String, option: String, key: String,
    _ summary: String, details: String = "", shown: Shown
  ) -> RequestField {
    RequestField(
      name: name, value: .length(place, bounds), option: option, key: key, summary: summary,
      details: details, shown: shown)
  }
}

extension Wire.TaskRequest {
  /// The requirements of the machine without idleness, about which the core decides.
  package var requirements: Requirements {
    get {
      // No key paths here: each would copy the whole request, and every submission is asked.
      var all: Requirements = []
      if requiresNetworkConnectivity == true { all.insert(.network) }
      if requiresUnmeteredNetwork == true { all.insert(.unmeteredNetwork) }
      if requiresExternalPower == true { all.insert(.externalPower) }
      if requiresBatteryNotLow == true { all.insert(.batteryNotLow) }
      if requiresStorageNotLow == true { all.insert(.storageNotLow) }
      if requiresVPN == true { all.insert(.vpn) }
      return all
    }
    set {
      for one in RequestField.requirements where newValue.contains(one.requirement) {
        self[keyPath: one.place] = true
      }
    }
  }

  // Each of the fields about retrying asks for a retry.

  fileprivate var retryBackoff: Wire.Backoff? {
    get { retry?.backoff }
    set { if let newValue { editRetry { $0.backoff = newValue } } else { retry = nil } }
  }
  fileprivate var retryInitial: Int64? {
    get { retry?.initialDurationUSec }
    set { if newValue != nil || retry != nil { editRetry { $0.initialDurationUSec = newValue } } }
  }
  fileprivate var retryMaximum: Int64? {
    get { retry?.maximumDurationUSec }
    set { if newValue != nil || retry != nil { editRetry { $0.maximumDurationUSec = newValue } } }
  }
  fileprivate var retryAttempts: Int? {
    get { retry?.maximumAttempts }
    set { if newValue != nil || retry != nil { editRetry { $0.maximumAttempts = newValue } } }
  }

  private mutating func editRetry(_ edit: (inout Wire.Retry) -> Void) {
    var rule = retry ?? Wire.Retry(backoff: .exponential)
    edit(&rule)
    retry = rule
  }
}

extension RequestField {
  private static func problemOfExpression(_ text: String) -> ConditionSyntaxError? {
    do throws(ConditionSyntaxError) { _ = try ConditionSyntax.parse(text) } catch { return error }
    return nil
  }

  private static func problemOfRelaxation(_ text: String) -> ConditionSyntaxError? {
    do throws(ConditionSyntaxError) { _ = try ConditionSyntax.parseRelaxations(text) } catch { return error }
    return nil
  }

  /// The requirements of the machine without idleness, each with its place.
  fileprivate static let requirements: [(place: Place<Bool>, requirement: Requirements)] = all.compactMap {
    guard case .requirement(let place, let requirement) = $0.value, requirement != .idle else { return nil }
    return (place, requirement)
  }
}
