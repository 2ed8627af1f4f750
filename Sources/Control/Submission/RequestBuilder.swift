import ConditionSyntax
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Makes a request of the options of `submit`. Options that were not given are left out, so that the daemon's
/// defaults hold.
enum RequestBuilder {
  /// - Parameters:
  ///   - fields: The fields for which the verb has options.
  ///   - isForOthers: Whether other machines run the program, so that what is there here says nothing.
  static func build(
    _ invocation: Invocation, of fields: [RequestField] = RequestField.all, isForOthers: Bool = false
  ) throws(Failure) -> Wire.TaskRequest {
    let line = invocation.line
    guard let identifier = line.value("identifier") else {
      throw invocation.misuse("submit needs --identifier, such as --identifier org.example.backup")
    }
    let command = try command(invocation, isForOthers: isForOthers)
    let hasUnit = line.value("unit") != nil
    guard command == nil || !hasUnit else {
      throw invocation.misuse("--unit and a program after -- cannot be given together")
    }
    guard
      let kind = try invocation.choice("kind", Wire.Kind.self)
        ?? (command != nil || hasUnit ? .processing : line.value("url") != nil ? .transfer : nil)
    else {
      throw invocation.misuse(
        "submit needs a program after --, --url for a transfer, or --kind for a task that an application "
          + "handles")
    }
    var request = Wire.TaskRequest(identifier: identifier, kind: kind, command: command)
    try take(fields, from: invocation, into: &request)
    try checkWork(of: request, invocation)
    return request
  }

  /// Takes the options that were given.
  static func take(
    _ fields: [RequestField] = RequestField.all, from invocation: Invocation,
    into request: inout Wire.TaskRequest
  ) throws(Failure) {
    for field in fields {
      guard let option = field.option else { continue }
      try take(field.value, of: option, from: invocation, into: &request)
    }
    try checkDates(of: request, invocation)
    try checkPauses(of: request, invocation)
    try checkRounds(of: request, invocation) { _ in "each says when it comes again" }
  }

  /// Refuses options that have no meaning without others.
  private static func checkWork(of request: Wire.TaskRequest, _ invocation: Invocation) throws(Failure) {
    func given(_ fields: [RequestField]) -> String? {
      fields.compactMap(\.option).first { invocation.line.value($0) != nil }
    }
    if request.command == nil, let option = given(RequestField.ofLimits) {
      throw invocation.misuse("--\(option) needs a program after --")
    }
    if request.deadlineUSec == nil, invocation.line.value("on-deadline")?.isEmpty == false {
      throw invocation.misuse("--on-deadline needs --deadline")
    }
    let hasAddress = request.transfer.map { !$0.url.isEmpty } ?? false
    if !hasAddress, let option = given(RequestField.ofTransfer) {
      throw invocation.misuse("--\(option) belongs to a transfer, and needs --url")
    }
    if !hasAddress, request.kind == .transfer {
      throw invocation.misuse("--kind transfer needs --url and --transfer-file")
    }
    if hasAddress, request.command != nil {
      throw invocation.misuse("--url and a program after -- cannot be given together: a transfer has its own")
    }
    if hasAddress, request.transfer?.file.isEmpty == true {
      throw invocation.misuse("--url needs --transfer-file, the file by its absolute path")
    }
  }

  /// Returns a pending request with the changes of `edit`. An empty value takes a field back.
  static func edit(
    _ request: Wire.TaskRequest, _ invocation: Invocation
  ) throws(Failure) -> Wire.TaskRequest {
    var request = request
    let nothing = Wire.TaskRequest(identifier: request.identifier, kind: request.kind)
    for field in RequestField.all {
      guard let option = field.option, invocation.line.value(option) != nil else { continue }
      switch field.value {
      case .kind: request.kind = try invocation.choice(option, Wire.Kind.self) ?? request.kind
      case .directory, .environment, .environmentFiles, .credentials:
        guard var command = request.command else {
          throw invocation.misuse("--\(option): \(request.identifier) has no program")
        }
        switch field.value {
        case .environment:
          command.environment = try environment(invocation, adding: command.environment ?? [:])
        case .directory: command.workingDirectory = try workingDirectory(invocation)
        default: try SecretOptions.take(field, from: invocation, into: &command, isEdit: true)
        }
        request.command = command
      case .calendar where !invocation.line.values(option).allSatisfy(\.isEmpty),
        .paths where !invocation.line.values(option).allSatisfy(\.isEmpty):
        try take(field.value, of: option, from: invocation, into: &request)
      case _ where invocation.line.value(option) == "": field.copy(from: nothing, to: &request)
      default: try take(field.value, of: option, from: invocation, into: &request)
      }
    }
    try checkPauses(of: request, invocation)
    try checkRounds(of: request, invocation) { "an empty value takes one back: \($0) ''" }
    try checkWork(of: request, invocation)
    let dates = ["earliest", "deadline"]
    if dates.contains(where: { invocation.line.value($0) != nil }) { try checkDates(of: request, invocation) }
    return request
  }

  /// Refuses a task that repeats in two ways, and mistakes in the options of a path watch.
  private static func checkRounds(
    of request: Wire.TaskRequest, _ invocation: Invocation, mend: (_ option: String) -> String
  ) throws(Failure) {
    if request.pathChange?.paths.isEmpty == true {
      throw invocation.misuse("--quiet and --at-latest need --on-path-changed")
    }
    let options = [
      ("--calendar", request.calendar != nil), ("--repeat", request.repeatDurationUSec != nil),
      ("--on-path-changed", request.pathChange != nil),
    ].filter(\.1).map(\.0)
    guard options.count < 2 else {
      throw invocation.misuse(
        "\(options.joined(separator: " and ")) cannot be given together: \(mend(options[0]))")
    }
    guard let change = request.pathChange else { return }
    try check(
      "at-latest", change.atLatestDurationUSec, isNoShorterThan: "quiet", change.quietDurationUSec, invocation
    )
  }

  /// Refuses a backoff whose longest delay is shorter than its first.
  private static func checkPauses(
    of request: Wire.TaskRequest, _ invocation: Invocation
  ) throws(Failure) {
    try check(
      "retry-maximum", request.retry?.maximumDurationUSec, isNoShorterThan: "retry-initial",
      request.retry?.initialDurationUSec, invocation)
  }

  private static func check(
    _ option: String, _ length: Int64?, isNoShorterThan other: String, _ least: Int64?,
    _ invocation: Invocation
  ) throws(Failure) {
    guard let length, let least, length < least else { return }
    throw invocation.misuse(
      "--\(option): \(TimeSpanSyntax.format(length)) is shorter than --\(other), "
        + TimeSpanSyntax.format(least))
  }

  private static func checkDates(
    of request: Wire.TaskRequest, _ invocation: Invocation
  ) throws(Failure) {
    if let earliest = request.earliestBeginUSec, let deadline = request.deadlineUSec, deadline < earliest {
      throw invocation.misuse(
        "--deadline: \(invocation.date(deadline)) is before --earliest, \(invocation.date(earliest))")
    }
  }

  private static func take(
    _ value: RequestField.Value, of option: String, from invocation: Invocation,
    into request: inout Wire.TaskRequest
  ) throws(Failure) {
    let line = invocation.line
    switch value {
    case .flag(let place), .requirement(let place, _):
      if let flag = line.yesOrNo(option) { request[keyPath: place] = flag }
    case .length(let place, let bounds):
      if let length = try invocation.timeSpan(option) {
        guard bounds.contains(length) else {
          let problem = length < bounds.lowerBound ? "short" : "long"
          throw invocation.misuse(
            "--\(option): \(TimeSpanSyntax.format(length)) is too \(problem); allowed is "
              + TimeSpanSyntax.format(bounds))
        }
        request[keyPath: place] = length
      }
    case .bootTime(let place, let bounds):
      if let length = try invocation.timeSpan(option) {
        request[keyPath: place] = try invocation.bootTime(in: length, "--\(option)", bounds)
      }
    case .date(let place, _):
      if let date = try invocation.plannedTime(option) { request[keyPath: place] = date }
    case .choice(let choice):
      if let name = line.value(option) {
        guard choice.set(&request, name) else { throw invocation.noChoice(option, name, among: choice.names) }
      }
    case .count(let place, let bounds):
      if let count = try invocation.integer(option, in: bounds) { request[keyPath: place] = count }
    case .size(let place, let bounds):
      if let bytes = try invocation.size(option, in: bounds) { request[keyPath: place] = bytes }
    case .percent(let place, let bounds):
      if let percent = try invocation.percent(option, in: bounds) { request[keyPath: place] = percent }
    case .expression(let place, let problem):
      if let text = line.value(option) {
        if let problem = problem(text) { throw invocation.misuse(text, "--\(option)", problem) }
        request[keyPath: place] = text
      }
    case .identifiers(let place):
      let names = line.values(option).flatMap {
        $0.split(whereSeparator: { " ,".contains($0) }).map(String.init)
      }
      if !names.isEmpty { request[keyPath: place] = names }
    case .line(let place), .name(let place):
      if let text = line.value(option) { request[keyPath: place] = text }
    case .action(let place, _):
      if let text = line.value(option) {
        if !line.flag("unchecked") { try checkProgram(of: text, option) }
        request[keyPath: place] = text
      }
    case .calendar(let place):
      let texts = line.values(option).filter { !$0.isEmpty }
      for text in texts {
        _ = try invocation.calendar(text, "--\(option): ")
      }
      if !texts.isEmpty { request[keyPath: place] = texts }
    case .paths(let place):
      var paths: [String] = []
      for path in line.values(option) where !path.isEmpty {
        paths.append(try ProgramPath.absolute(path, in: invocation.context))
      }
      if !paths.isEmpty { request[keyPath: place] = paths }
    case .file(let place):
      if let path = line.value(option) {
        request[keyPath: place] = try ProgramPath.absolute(path, in: invocation.context)
      }
    case .unit(let place):
      if let name = line.value(option) {
        request[keyPath: place] = name.contains(".") ? name : name + ".service"
      }
    case .identifier, .kind, .arguments, .directory, .environment, .environmentFiles, .credentials: break
    }
  }

  private static func command(
    _ invocation: Invocation, isForOthers: Bool
  ) throws(Failure) -> Wire.Command? {
    guard let program = invocation.line.operands.first else {
      guard invocation.line.value("working-directory") == nil, invocation.line.values("environment").isEmpty
      else { throw invocation.misuse("--working-directory and --environment need a program after --") }
      for option in RequestField.ofSecrets.compactMap(\.option) where invocation.line.value(option) != nil {
        throw invocation.misuse("--\(option) needs a program after --")
      }
      return nil
    }
    let path = try ProgramPath.text(invocation.program(RawText(program)))
    let isChecked = !invocation.line.flag("unchecked") && !isForOthers
    if isChecked { try ProgramPath.checkCanRun(path) }
    var directory: String?
    // A current directory is one of this machine. Others have the home of the user as whom it runs.
    if let given = invocation.line.value("working-directory") ?? (isForOthers ? nil : ".") {
      let path = try ProgramPath.absolute(given, in: invocation.context)
      if isChecked { try ProgramPath.checkCanEnter(path) }
      directory = isForOthers ? path : ProgramPath.plain(path)
    }
    var command = Wire.Command(
      argv: [path] + invocation.line.operands.dropFirst(), workingDirectory: directory,
      environment: try environment(invocation))
    for field in RequestField.ofSecrets { try SecretOptions.take(field, from: invocation, into: &command) }
    return command
  }

  /// Checks that the program of an action is there: when it is due is too late to find out. The daemon checks
  /// the rest of the action.
  private static func checkProgram(of action: String, _ option: String) throws(Failure) {
    guard case .program = TaskAction(action), let program = (try? Words.split(action))?.first else { return }
    do throws(Failure) { try ProgramPath.checkCanRun(program) } catch {
      var failure = error
      failure.message = "--\(option): \(error.message)"
      throw failure
    }
  }

  /// Returns the working directory that is given, or nil, the user's home, for an empty one.
  private static func workingDirectory(_ invocation: Invocation) throws(Failure) -> String? {
    guard let given = invocation.line.value("working-directory"), !given.isEmpty else { return nil }
    let directory = try ProgramPath.absolute(given, in: invocation.context)
    if !invocation.line.flag("unchecked") { try ProgramPath.checkCanEnter(directory) }
    return ProgramPath.plain(directory)
  }

  /// - Parameter there: The existing variables, which an empty value takes back.
  private static func environment(
    _ invocation: Invocation, adding there: [String: String]? = nil
  ) throws(Failure) -> [String: String]? {
    var environment = there ?? [:]
    for word in invocation.line.values("environment") {
      if there != nil, word.isEmpty {
        environment = [:]
        continue
      }
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw invocation.misuse("--environment: '\(word)' is not NAME=VALUE")
      }
      environment[String(word[..<equals])] = String(word[word.index(after: equals)...])
    }
    return environment.isEmpty ? nil : environment
  }
}
