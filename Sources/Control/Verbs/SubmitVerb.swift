import SchedulerAPI
import SchedulerCore
import SystemdSyntax

enum SubmitVerb {
  static let specification = VerbSpecification(
    name: "submit", group: .common,
    summary: "Hand a program to the daemon, to be run when the moment is right",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .command, options: options,
    notes: [
      "The program runs as the user who submits it. A name without a slash is looked up in PATH now.",
      "Without a program the task is for the application that handles the identifier.",
      "The exit status 0 is success, 75 asks for a retry. When its time is up the program gets SIGTERM,",
      "and SIGKILL when it does not stop within its grace.",
      "WHEN is a time (03:00, noon: the next one), tomorrow 03:00, Mon 03:00, +2h, in 2h, now, a date with",
      "or without a time, or RFC 3339.",
      "With --wait a request of the same identifier for other work, which takes the place of this one, ends",
      "the wait with 1; after one for the same work, such as an edit of its dates, the wait goes on.",
      "With --file each line is a whole request in the protocol's JSON. Lines that are refused are named,",
      "and do not keep the others from being submitted.",
    ],
    examples: [
      "submit -i org.example.backup --requires-external-power --earliest +1h -- tar -caf home.tar.zst .",
      "submit -i org.example.mail --kind refresh --repeat 15min --requires-network -- fetchmail",
      "submit --wait -i org.example.check --requires-idle -- make check",
      "submit --file requests.jsonl",
    ], run: run)

  /// The options for the fields of a request.
  static let fieldOptions = RequestField.all.compactMap(OptionSpecification.init)
  static let pastOption = OptionSpecification.flag("past-ok", "Accept dates that have passed")

  static let uncheckedOption = OptionSpecification.flag(
    "unchecked", "Do not check whether programs, the directory and files exist")

  private static let options: [OptionSpecification] =
    fieldOptions + [
      SubmissionWait.option, pastOption,
      uncheckedOption,
      .value(
        "file", "PATH", "Submit the requests in this file, one JSON object a line; - is standard input",
        completing: .files),
    ]

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if let path = invocation.line.value("file") {
      let others = invocation.line.options.map(\.name).filter { name in
        name != "file" && options.contains { $0.name == name }
      }
      guard others.isEmpty, invocation.line.operands.isEmpty else {
        throw invocation.misuse(
          "--file has whole requests; it goes with no other option of submit and no program")
      }
      return try BatchSubmission.run(path, invocation)
    }
    let request = try RequestBuilder.build(invocation)
    let daemon = try invocation.connect()
    // For people only. The submission reports any problem of this call as well.
    let before =
      invocation.wantsJSON
      ? nil : try? daemon.call(SchedulerMethod.Get.self, .init(identifier: request.identifier)).reply.task
    func submit() throws(Failure) -> SubmittedWork {
      let (reply, json) = try Self.submit(request, daemon, as: "submit")
      if !invocation.wroteJSON(json) { try show(reply.task, before: before, daemon, invocation) }
      return SubmittedWork(reply.task, mayBeKept: request.onConflict == .keep)
    }
    return try SubmissionWait.run(request.identifier, daemon, invocation, submitting: submit)
  }

  /// - Parameters:
  ///   - verb: The verb whose options the request was made of.
  ///   - operands: The verb's words for the fields that it takes without an option.
  static func submit(
    _ request: Wire.TaskRequest, _ daemon: DaemonConnection, as verb: String, operands: [String: String] = [:]
  ) throws(Failure) -> (SchedulerMethod.Submit.Reply, json: [UInt8]) {
    do throws(Failure) {
      return try daemon.call(SchedulerMethod.Submit.self, .init(request: request))
    } catch {
      throw error.namingOption(in: request, of: verb, operands: operands)
    }
  }

  /// Returns what became of an earlier task of the same name.
  private static func fate(of before: Wire.Task, _ invocation: Invocation) -> String? {
    guard before.state == .waiting else { return nil }
    if let date = before.request.earliestBeginUSec, date > invocation.now {
      return "Replaced the request that was to run at \(invocation.date(date))."
    }
    let why = before.reason.map { ": \(SafeText.inline(invocation.withDatesOfZone($0.message)))" } ?? ""
    return "Replaced the request that waited\(why)."
  }

  static func show(
    _ task: Wire.Task, before: Wire.Task?, _ daemon: DaemonConnection, _ invocation: Invocation
  ) throws(Failure) {
    let console = invocation.console
    let identifier = SafeText.inline(task.request.identifier)
    let state = console.styled(task.state.rawValue, TaskTable.style(task.state))
    // A task that is kept still has the date of its acceptance.
    let isKept = before?.submittedUSec == task.submittedUSec
    let name = "\(console.styled(identifier, .bold)) (\(task.request.kind.rawValue))"
    console.printSentence(
      isKept ? "Kept \(name), which is there already: \(state)." : "Submitted \(name): \(state).")
    if !isKept, let fate = before.flatMap({ fate(of: $0, invocation) }) { console.printSentence(fate) }
    if task.state == .waiting {
      do throws(Failure) {
        let explanation = try daemon.call(
          SchedulerMethod.Explain.self, .init(identifier: task.request.identifier)
        ).reply
        ExplainVerb.show(explanation, of: task.request.identifier, on: invocation)
        ExplainVerb.showDeadline(of: task, on: invocation)
      } catch {
        // The task may have begun, and even ended, since it was accepted. Another failure is worth telling.
        guard error.status == .no else { throw error }
      }
    }
    if task.state != .waiting { warn(of: task, on: console) }
    noteLimit(of: task, on: console)
    if !isKept { NamedTasks(daemon: daemon, console: console).warn(of: task.request) }
    console.printSentence("Later: bgtaskctl explain \(identifier), or bgtaskctl show \(identifier)")
  }

  /// Notes that a run is told to stop before the time that it is expected to take, which is in vain where the
  /// next one begins anew.
  static func noteLimit(of task: Wire.Task, on console: Console) {
    let resumes = task.request.canResume ?? task.resumes ?? false
    guard !resumes, let expected = task.request.expectedDurationUSec,
      let limit = task.runtimeLimitDurationUSec, expected > limit
    else { return }
    let note =
      "bgtaskctl: a run is told to stop after \(TimeSpanSyntax.format(limit)), before the "
      + "\(TimeSpanSyntax.format(expected)) that it is expected to take: --runtime-limit allows more"
    for line in TextWrap.sentence(note, width: console.errors.width) { console.printError(line + "\n") }
  }

  /// Warns of conditions that the task asks for and nothing on this machine reports.
  static func warn(of task: Wire.Task, on console: Console) {
    guard let names = task.unobserved else { return }
    let warning = UnobservedConditions.warning(names.map(ConditionField.words), task.unknownConditions)
    console.printSentence("Warning: \(SafeText.inline(warning)).")
  }
}

extension OptionSpecification {
  /// Creates the option for a field of a request, or returns nil when the field has none.
  init?(_ field: RequestField) {
    guard let option = field.option else { return nil }
    self.init(
      name: option, short: field.short, aliases: field.aliases, argument: Self.argument(field.value),
      summary: field.summary, group: OptionGroup(of: field), isRepeatable: Self.isRepeatable(field.value))
  }

  private static func isRepeatable(_ field: RequestField.Value) -> Bool {
    switch field {
    case .identifiers, .calendar, .paths, .environment, .environmentFiles, .credentials: true
    default: false
    }
  }

  private static func argument(_ field: RequestField.Value) -> Argument {
    func value(_ placeholder: String, _ completion: ValueCompletion = .nothing) -> Argument {
      .value(placeholder: placeholder, completion: completion)
    }
    func choice(_ names: [String]) -> Argument { value(names.joined(separator: "|"), .choices(names)) }
    return switch field {
    case .identifier: value("ID", .identifiers)
    case .kind: choice(Wire.Kind.allCases.map(\.rawValue))
    case .flag, .requirement: .yesOrNo
    case .length, .bootTime: value("SPAN")
    case .date: value("WHEN")
    case .choice(let some): choice(some.names)
    case .count: value("N")
    case .size: value("BYTES")
    case .percent: value("PERCENT")
    case .line: value("TEXT")
    case .expression: value("EXPRESSION")
    case .calendar: value("DATES")
    case .paths: value("PATH", .files)
    case .file: value("FILE", .files)
    case .name: value("NAME")
    case .identifiers: value("ID", .identifiers)
    case .action: value("PROGRAM|ID")
    case .unit: value("NAME")
    case .arguments: .none
    case .directory: value("DIR", .directories)
    case .environment: value("NAME=VALUE", .environment)
    case .environmentFiles: value("PATH", .files)
    case .credentials(_, let origin): value(origin.usage)
    }
  }
}
