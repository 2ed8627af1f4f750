import ConditionSyntax
package import SchedulerCore
import SystemdSyntax
package import Varlink

extension Wire.TaskRequest {
  /// Checks every field and returns what the core and the store need.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``: the field as a dotted path within
  ///   the request, what was found and what is allowed.
  package func submission() throws(SchedulerInterfaceError) -> Submission {
    Submission(
      request: try checked(), payload: payload, unit: unit, limits: ProgramLimits(limits),
      credentials: command?.credentialUse ?? (transfer?.headersFile == nil ? .none : .files),
      trustedUntil: trustedUntilUSec.map { BootTime(uSec: $0) })
  }

  /// The whole request as JSON, as the store keeps it.
  package var payload: [UInt8] { json }

  /// Reads a request from the store.
  /// - Throws: ``Varlink/InvalidValue`` when `payload` is no request.
  package init(payload: [UInt8]) throws(InvalidValue) { try self.init(json: payload) }

  /// Returns the label of a request from the store without reading the whole request: the journal has the
  /// label of every submission.
  package static func label(in payload: [UInt8]) -> String? {
    var reader = JSONReader(reply: payload)
    do throws(InvalidValue) {
      var members = try reader.object()
      guard try reader.member(&members, of: ["label"]) != nil, try !reader.null() else { return nil }
      return try reader.text()
    } catch {
      return nil
    }
  }

  private func checked() throws(SchedulerInterfaceError) -> SchedulerCore.TaskRequest {
    try checkBounds()
    try FieldCheck.newIdentifier(identifier)
    let earliestBegin = earliestBeginUSec.map(WallTime.init)
    let deadline = deadlineUSec.map(WallTime.init)
    if let earliestBegin, let deadline, deadline < earliestBegin {
      throw .invalidRequest(
        field: "deadlineUSec",
        message:
          "found \(deadline.utcText), allowed is no date before earliestBeginUSec, \(earliestBegin.utcText)")
    }
    if strategy != nil, kind != .continued {
      throw .invalidRequest(
        field: "strategy", message: "found with kind \(kind.rawValue), allowed only with continued")
    }
    try checkLines()
    try command?.check()
    try checkUnit()
    let transfer = try checkedTransfer()
    if limits != nil, command == nil {
      throw .invalidRequest(field: "limits", message: "found without command, allowed only with a command")
    }
    if let checkpointFile {
      guard command != nil else {
        throw .invalidRequest(
          field: "checkpointFile", message: "found without command, allowed only with a command")
      }
      try FieldCheck.absolutePath(checkpointFile, field: "checkpointFile")
    }
    if content != nil, target == .command {
      throw .invalidRequest(
        field: "content", message: "found with a program, allowed only for a task that an application handles"
      )
    }
    return SchedulerCore.TaskRequest(
      identifier: identifier, kind: kind, target: target,
      earliestBegin: earliestBegin, deadline: deadline, onDeadline: onDeadline ?? .wait,
      requirements: requirements.union(requirementsOfKind), requiresIdle: requiresIdle,
      runtimeLimit: runtimeLimitDurationUSec.map(TimeSpan.init),
      repeatEvery: repeatDurationUSec.map(TimeSpan.init),
      tolerance: toleranceDurationUSec.map(TimeSpan.init) ?? .zero, retry: try checkedRetry(),
      onConflict: onConflict ?? .replace, strategy: strategy ?? .queue,
      freezeLimit: freezeDurationUSec.map(TimeSpan.init),
      preventsSleep: preventsSleep ?? false, sleepsThrough: sleepsThrough, wish: try checkedWish(),
      unknownConditions: unknownConditions,
      overdueAfter: overdueAfterDurationUSec.map(TimeSpan.init), calendar: try checkedCalendar(),
      pathTrigger: try checkedPathChange(),
      actions: try checkedActions(), order: try order?.checked(of: identifier) ?? .none,
      transfer: transfer, judgement: judgement,
      expectedDuration: expectedDurationUSec.map(TimeSpan.init), canResume: canResume,
      checkpointFile: checkpointFile)
  }

  /// Checks each ``RequestField/Value/line(_:)`` and ``RequestField/Value/file(_:)``, field by field: each
  /// key path would copy the whole request, and a list of fields would be made for each request.
  private func checkLines() throws(SchedulerInterfaceError) {
    try FieldCheck.line(template, field: "template")
    try FieldCheck.line(content, field: "content")
    try FieldCheck.line(label, field: "label")
    try FieldCheck.line(title, field: "title")
    try FieldCheck.line(subtitle, field: "subtitle")
    try FieldCheck.line(checkpointFile, field: "checkpointFile")
    try FieldCheck.line(transfer?.url, field: "transfer.url")
    try FieldCheck.line(transfer?.file, field: "transfer.file")
    try FieldCheck.line(transfer?.headersFile, field: "transfer.headersFile")
    try FieldCheck.line(transfer?.report, field: "transfer.report")
  }

  /// The target of the task: its application, or a program, a unit or a transfer.
  private var target: TaskTarget {
    command == nil && unit == nil && transfer == nil ? .application : .command
  }

  /// The requirements of the kind: a transfer needs a network, unless the request says otherwise.
  private var requirementsOfKind: Requirements {
    kind == .transfer && requiresNetworkConnectivity == nil ? .network : []
  }

  private func checkedTransfer() throws(SchedulerInterfaceError) -> TransferRule? {
    guard let transfer else {
      guard kind == .transfer else { return nil }
      throw .invalidRequest(
        field: "transfer", message: "found nothing, allowed with kind transfer are its url and file")
    }
    guard kind == .transfer else {
      throw .invalidRequest(
        field: "transfer", message: "found with kind \(kind.rawValue), allowed only with transfer")
    }
    for (name, isThere) in [("command", command != nil), ("unit", unit != nil)] where isThere {
      throw .invalidRequest(field: name, message: "found together with transfer, allowed is one of them")
    }
    return try transfer.checked()
  }

  private func checkedActions() throws(SchedulerInterfaceError) -> TaskActions {
    var actions = TaskActions()
    actions[.failure] = try checkedAction(onFailure, "onFailure")
    actions[.success] = try checkedAction(onSuccess, "onSuccess")
    actions[.overdue] = try checkedAction(onOverdue, "onOverdue")
    return actions
  }

  private func checkedAction(
    _ text: String?, _ field: String
  ) throws(SchedulerInterfaceError) -> TaskAction? {
    guard let text else { return nil }
    return try FieldCheck.action(text, of: identifier, field: field)
  }

  private func checkedCalendar() throws(SchedulerInterfaceError) -> CalendarSchedule? {
    guard let calendar else {
      guard randomizedDelayDurationUSec == nil else {
        throw .invalidRequest(
          field: "randomizedDelayDurationUSec", message: "found without calendar, which it needs")
      }
      guard clockChange == nil else {
        throw .invalidRequest(
          field: "clockChange", message: "found without calendar, which it needs")
      }
      return nil
    }
    guard repeatDurationUSec == nil else {
      throw .invalidRequest(
        field: "calendar", message: "found together with repeatDurationUSec, allowed is one of them")
    }
    guard kind != .continued else {
      throw .invalidRequest(
        field: "calendar",
        message: "found with kind continued, which a person starts; allowed with the other kinds")
    }
    var expressions: [CalendarExpression] = []
    for (index, text) in calendar.enumerated() {
      do throws(SyntaxError) {
        expressions.append(try CalendarSyntax.parse(text))
      } catch {
        throw .invalidRequest(field: "calendar[\(index)]", message: "found \(error)")
      }
    }
    return CalendarSchedule(
      expressions, randomizedDelay: randomizedDelayDurationUSec.map(TimeSpan.init) ?? .zero,
      clockChange: clockChange)
  }

  /// Checks the path watch, which excludes dates: the task begins with each change.
  private func checkedPathChange() throws(SchedulerInterfaceError) -> PathTrigger? {
    guard let pathChange else { return nil }
    for (name, isThere) in [
      ("repeatDurationUSec", repeatDurationUSec != nil), ("calendar", calendar != nil),
      ("deadlineUSec", deadlineUSec != nil), ("order.repeats", order?.repeats == true),
    ] where isThere {
      throw .invalidRequest(
        field: "pathChange.paths", message: "found together with \(name), allowed is one of them")
    }
    guard kind != .continued else {
      throw .invalidRequest(
        field: "pathChange.paths",
        message: "found with kind continued, which a person starts; allowed with the other kinds")
    }
    return try pathChange.checked()
  }

  private func checkedWish() throws(SchedulerInterfaceError) -> ConditionWish {
    ConditionWish(
      when: try FieldCheck.parsed(when, field: "when", by: ConditionSyntax.parse),
      whileRunning: try FieldCheck.parsed(self.while, field: "while", by: ConditionSyntax.parse),
      relaxations: try FieldCheck.parsed(relax, field: "relax", by: ConditionSyntax.parseRelaxations) ?? [])
  }

  /// Checks the name of a unit: the characters of systemd.unit(5). The field's bounds limit it to 255 bytes.
  private func checkUnit() throws(SchedulerInterfaceError) {
    guard let unit else { return }
    guard command == nil else {
      throw .invalidRequest(field: "unit", message: "found together with command, allowed is one of them")
    }
    let isName = unit.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: ":-_.\\@".utf8.contains(byte)
      }
    }
    guard isName, unit.hasSuffix(".service"), unit != ".service" else {
      throw .invalidRequest(
        field: "unit",
        message: "found \(unit.prefix(80).debugDescription), allowed is the name of a unit: letters, digits "
          + "and :-_.\\@, with .service at its end")
    }
  }

  private func checkedRetry() throws(SchedulerInterfaceError) -> SchedulerCore.Retry? {
    guard let retry else { return nil }
    return try retry.checked(of: kind)
  }
}

extension ProgramLimits {
  /// Creates the limits of a request; absent fields stay absent.
  package init(_ limits: Wire.Limits?) {
    self.init()
    nice = limits?.nice
    ioClass = limits?.ioClass
    memoryMaxBytes = limits?.memoryMaxBytes
    cpuQuotaPercent = limits?.cpuQuotaPercent
    ioWeight = limits?.ioWeight
    sandbox = limits?.sandbox
    killMode = limits?.killMode
  }
}
