import SchedulerAPI
import SchedulerCore

/// Makes a request of the options of `submit`. What is not given is left out, so that the daemon's defaults
/// hold.
enum RequestBuilder {
  static func build(_ invocation: Invocation) throws(Failure) -> Wire.TaskRequest {
    let line = invocation.line
    guard let identifier = line.value("identifier") else {
      throw invocation.misuse("submit needs --identifier, such as --identifier org.example.backup")
    }
    let command = try command(invocation)
    let unit = line.value("unit").map { $0.contains(".") ? $0 : $0 + ".service" }
    guard command == nil || unit == nil else {
      throw invocation.misuse("--unit and a program after -- cannot be given together")
    }
    guard
      let kind = try invocation.choice("kind", Wire.Kind.self)
        ?? (command == nil && unit == nil ? nil : .processing)
    else {
      throw invocation.misuse(
        "submit needs a program after --, or --kind for a task that an application handles")
    }
    return Wire.TaskRequest(
      identifier: identifier, kind: kind,
      earliestBeginUSec: try invocation.timestamp("earliest"),
      deadlineUSec: try invocation.timestamp("deadline"),
      onDeadline: try invocation.choice("on-deadline", Wire.DeadlinePolicy.self),
      requiresNetworkConnectivity: line.yesOrNo("requires-network-connectivity"),
      requiresUnmeteredNetwork: line.yesOrNo("requires-unmetered-network"),
      requiresExternalPower: line.yesOrNo("requires-external-power"),
      requiresIdle: line.yesOrNo("requires-idle"),
      requiresBatteryNotLow: line.yesOrNo("requires-battery-not-low"),
      requiresStorageNotLow: line.yesOrNo("requires-storage-not-low"),
      runtimeLimitDurationUSec: try invocation.timeSpan("runtime-limit"),
      repeatDurationUSec: try invocation.timeSpan("repeat"),
      toleranceDurationUSec: try invocation.timeSpan("tolerance"), retry: try retry(invocation),
      onConflict: try invocation.choice("on-conflict", Wire.ConflictPolicy.self), command: command,
      title: line.value("title"), subtitle: line.value("subtitle"),
      strategy: try invocation.choice("strategy", Wire.SubmissionStrategy.self), unit: unit,
      freezeDurationUSec: try invocation.timeSpan("freeze"),
      preventsSleep: line.yesOrNo("prevent-sleep"), sleepsThrough: line.yesOrNo("sleep-through"))
  }

  /// Any of the options about retrying asks for it.
  private static func retry(_ invocation: Invocation) throws(Failure) -> Wire.Retry? {
    let backoff = try invocation.choice("retry", Wire.Backoff.self)
    let initial = try invocation.timeSpan("retry-initial")
    let maximum = try invocation.timeSpan("retry-maximum")
    let attempts = try invocation.integer("retry-attempts", in: 1...1_000_000)
    guard backoff != nil || initial != nil || maximum != nil || attempts != nil else { return nil }
    return Wire.Retry(
      backoff: backoff ?? .exponential, initialDurationUSec: initial, maximumDurationUSec: maximum,
      maximumAttempts: attempts)
  }

  private static func command(_ invocation: Invocation) throws(Failure) -> Wire.Command? {
    guard let program = invocation.line.operands.first else {
      guard invocation.line.value("working-directory") == nil, invocation.line.values("environment").isEmpty
      else { throw invocation.misuse("--working-directory and --environment need a program after --") }
      return nil
    }
    let path = try ProgramPath.resolve(program, in: invocation.context)
    let directory = try ProgramPath.absolute(
      invocation.line.value("working-directory") ?? ".", in: invocation.context)
    return Wire.Command(
      argv: [path] + invocation.line.operands.dropFirst(), workingDirectory: directory,
      environment: try environment(invocation))
  }

  private static func environment(_ invocation: Invocation) throws(Failure) -> [String: String]? {
    var environment: [String: String] = [:]
    for word in invocation.line.values("environment") {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw invocation.misuse("--environment: '\(word)' is not NAME=VALUE")
      }
      environment[String(word[..<equals])] = String(word[word.index(after: equals)...])
    }
    return environment.isEmpty ? nil : environment
  }
}
