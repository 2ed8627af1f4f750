// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire.TaskRequest {
  private static let fields: [StaticString] = [
    "calendar",
    "clockChange",
    "command",
    "content",
    "deadlineUSec",
    "earliestBeginUSec",
    "freezeDurationUSec",
    "identifier",
    "kind",
    "label",
    "limits",
    "onConflict",
    "onDeadline",
    "onFailure",
    "onOverdue",
    "onSuccess",
    "order",
    "overdueAfterDurationUSec",
    "pathChange",
    "preventsSleep",
    "randomizedDelayDurationUSec",
    "relax",
    "repeatDurationUSec",
    "requiresBatteryNotLow",
    "requiresExternalPower",
    "requiresIdle",
    "requiresNetworkConnectivity",
    "requiresStorageNotLow",
    "requiresUnmeteredNetwork",
    "requiresVPN",
    "retry",
    "runtimeLimitDurationUSec",
    "sleepsThrough",
    "strategy",
    "subtitle",
    "template",
    "title",
    "toleranceDurationUSec",
    "transfer",
    "unit",
    "unknownConditions",
    "when",
    "while"
  ]

  /// Takes the object that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    var identifier: String?
    var kind: Wire.Kind?
    var earliestBeginUSec: Int64?
    var deadlineUSec: Int64?
    var onDeadline: Wire.DeadlinePolicy?
    var requiresNetworkConnectivity: Bool?
    var requiresUnmeteredNetwork: Bool?
    var requiresExternalPower: Bool?
    var requiresIdle: Bool?
    var requiresBatteryNotLow: Bool?
    var requiresStorageNotLow: Bool?
    var requiresVPN: Bool?
    var when: String?
    var `while`: String?
    var relax: String?
    var unknownConditions: Wire.UnknownPolicy?
    var runtimeLimitDurationUSec: Int64?
    var repeatDurationUSec: Int64?
    var calendar: [String]?
    var randomizedDelayDurationUSec: Int64?
    var clockChange: Wire.ClockChange?
    var toleranceDurationUSec: Int64?
    var retry: Wire.Retry?
    var onConflict: Wire.ConflictPolicy?
    var command: Wire.Command?
    var title: String?
    var subtitle: String?
    var label: String?
    var strategy: Wire.SubmissionStrategy?
    var unit: String?
    var freezeDurationUSec: Int64?
    var overdueAfterDurationUSec: Int64?
    var onFailure: String?
    var onSuccess: String?
    var onOverdue: String?
    var preventsSleep: Bool?
    var sleepsThrough: Bool?
    var limits: Wire.Limits?
    var order: Wire.Order?
    var pathChange: Wire.PathChange?
    var template: String?
    var transfer: Wire.Transfer?
    var content: String?
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
        case 0: if try !reader.null() { calendar = try reader.texts() }
        case 1: if try !reader.null() { clockChange = try Wire.ClockChange(from: &reader) }
        case 2: if try !reader.null() { command = try Wire.Command(from: &reader) }
        case 3: if try !reader.null() { content = try reader.text() }
        case 4: if try !reader.null() { deadlineUSec = try reader.integer() }
        case 5: if try !reader.null() { earliestBeginUSec = try reader.integer() }
        case 6: if try !reader.null() { freezeDurationUSec = try reader.integer() }
        case 7: identifier = try reader.text()
        case 8: kind = try Wire.Kind(from: &reader)
        case 9: if try !reader.null() { label = try reader.text() }
        case 10: if try !reader.null() { limits = try Wire.Limits(from: &reader) }
        case 11: if try !reader.null() { onConflict = try Wire.ConflictPolicy(from: &reader) }
        case 12: if try !reader.null() { onDeadline = try Wire.DeadlinePolicy(from: &reader) }
        case 13: if try !reader.null() { onFailure = try reader.text() }
        case 14: if try !reader.null() { onOverdue = try reader.text() }
        case 15: if try !reader.null() { onSuccess = try reader.text() }
        case 16: if try !reader.null() { order = try Wire.Order(from: &reader) }
        case 17: if try !reader.null() { overdueAfterDurationUSec = try reader.integer() }
        case 18: if try !reader.null() { pathChange = try Wire.PathChange(from: &reader) }
        case 19: if try !reader.null() { preventsSleep = try reader.flag() }
        case 20: if try !reader.null() { randomizedDelayDurationUSec = try reader.integer() }
        case 21: if try !reader.null() { relax = try reader.text() }
        case 22: if try !reader.null() { repeatDurationUSec = try reader.integer() }
        case 23: if try !reader.null() { requiresBatteryNotLow = try reader.flag() }
        case 24: if try !reader.null() { requiresExternalPower = try reader.flag() }
        case 25: if try !reader.null() { requiresIdle = try reader.flag() }
        case 26: if try !reader.null() { requiresNetworkConnectivity = try reader.flag() }
        case 27: if try !reader.null() { requiresStorageNotLow = try reader.flag() }
        case 28: if try !reader.null() { requiresUnmeteredNetwork = try reader.flag() }
        case 29: if try !reader.null() { requiresVPN = try reader.flag() }
        case 30: if try !reader.null() { retry = try Wire.Retry(from: &reader) }
        case 31: if try !reader.null() { runtimeLimitDurationUSec = try reader.integer() }
        case 32: if try !reader.null() { sleepsThrough = try reader.flag() }
        case 33: if try !reader.null() { strategy = try Wire.SubmissionStrategy(from: &reader) }
        case 34: if try !reader.null() { subtitle = try reader.text() }
        case 35: if try !reader.null() { template = try reader.text() }
        case 36: if try !reader.null() { title = try reader.text() }
        case 37: if try !reader.null() { toleranceDurationUSec = try reader.integer() }
        case 38: if try !reader.null() { transfer = try Wire.Transfer(from: &reader) }
        case 39: if try !reader.null() { unit = try reader.text() }
        case 40: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
        case 41: if try !reader.null() { when = try reader.text() }
        default: if try !reader.null() { `while` = try reader.text() }
      }
    }
    guard let identifier else {
      throw reader.missing("identifier", in: members, expected: "a string")
    }
    guard let kind else {
      throw reader.missing(
        "kind",
        in: members,
        expected: "one of \"refresh\", \"processing\", \"continued\", \"transfer\""
      )
    }
    self.identifier = identifier
    self.kind = kind
    self.earliestBeginUSec = earliestBeginUSec
    self.deadlineUSec = deadlineUSec
    self.onDeadline = onDeadline
    self.requiresNetworkConnectivity = requiresNetworkConnectivity
    self.requiresUnmeteredNetwork = requiresUnmeteredNetwork
    self.requiresExternalPower = requiresExternalPower
    self.requiresIdle = requiresIdle
    self.requiresBatteryNotLow = requiresBatteryNotLow
    self.requiresStorageNotLow = requiresStorageNotLow
    self.requiresVPN = requiresVPN
    self.when = when
    self.while = `while`
    self.relax = relax
    self.unknownConditions = unknownConditions
    self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
    self.repeatDurationUSec = repeatDurationUSec
    self.calendar = calendar
    self.randomizedDelayDurationUSec = randomizedDelayDurationUSec
    self.clockChange = clockChange
    self.toleranceDurationUSec = toleranceDurationUSec
    self.retry = retry
    self.onConflict = onConflict
    self.command = command
    self.title = title
    self.subtitle = subtitle
    self.label = label
    self.strategy = strategy
    self.unit = unit
    self.freezeDurationUSec = freezeDurationUSec
    self.overdueAfterDurationUSec = overdueAfterDurationUSec
    self.onFailure = onFailure
    self.onSuccess = onSuccess
    self.onOverdue = onOverdue
    self.preventsSleep = preventsSleep
    self.sleepsThrough = sleepsThrough
    self.limits = limits
    self.order = order
    self.pathChange = pathChange
    self.template = template
    self.transfer = transfer
    self.content = content
  }

  /// Writes an object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let calendar {
      writer.name("calendar")
      writer.array(calendar) { writer, element in writer.text(element) }
    }
    if let clockChange {
      writer.name("clockChange")
      clockChange.write(to: &writer)
    }
    if let command {
      writer.name("command")
      command.write(to: &writer)
    }
    if let content {
      writer.name("content")
      writer.text(content)
    }
    if let deadlineUSec {
      writer.name("deadlineUSec")
      writer.integer(deadlineUSec)
    }
    if let earliestBeginUSec {
      writer.name("earliestBeginUSec")
      writer.integer(earliestBeginUSec)
    }
    if let freezeDurationUSec {
      writer.name("freezeDurationUSec")
      writer.integer(freezeDurationUSec)
    }
    writer.name("identifier")
    writer.text(identifier)
    writer.name("kind")
    kind.write(to: &writer)
    if let label {
      writer.name("label")
      writer.text(label)
    }
    if let limits {
      writer.name("limits")
      limits.write(to: &writer)
    }
    if let onConflict {
      writer.name("onConflict")
      onConflict.write(to: &writer)
    }
    if let onDeadline {
      writer.name("onDeadline")
      onDeadline.write(to: &writer)
    }
    if let onFailure {
      writer.name("onFailure")
      writer.text(onFailure)
    }
    if let onOverdue {
      writer.name("onOverdue")
      writer.text(onOverdue)
    }
    if let onSuccess {
      writer.name("onSuccess")
      writer.text(onSuccess)
    }
    if let order {
      writer.name("order")
      order.write(to: &writer)
    }
    if let overdueAfterDurationUSec {
      writer.name("overdueAfterDurationUSec")
      writer.integer(overdueAfterDurationUSec)
    }
    if let pathChange {
      writer.name("pathChange")
      pathChange.write(to: &writer)
    }
    if let preventsSleep {
      writer.name("preventsSleep")
      writer.flag(preventsSleep)
    }
    if let randomizedDelayDurationUSec {
      writer.name("randomizedDelayDurationUSec")
      writer.integer(randomizedDelayDurationUSec)
    }
    if let relax {
      writer.name("relax")
      writer.text(relax)
    }
    if let repeatDurationUSec {
      writer.name("repeatDurationUSec")
      writer.integer(repeatDurationUSec)
    }
    if let requiresBatteryNotLow {
      writer.name("requiresBatteryNotLow")
      writer.flag(requiresBatteryNotLow)
    }
    if let requiresExternalPower {
      writer.name("requiresExternalPower")
      writer.flag(requiresExternalPower)
    }
    if let requiresIdle {
      writer.name("requiresIdle")
      writer.flag(requiresIdle)
    }
    if let requiresNetworkConnectivity {
      writer.name("requiresNetworkConnectivity")
      writer.flag(requiresNetworkConnectivity)
    }
    if let requiresStorageNotLow {
      writer.name("requiresStorageNotLow")
      writer.flag(requiresStorageNotLow)
    }
    if let requiresUnmeteredNetwork {
      writer.name("requiresUnmeteredNetwork")
      writer.flag(requiresUnmeteredNetwork)
    }
    if let requiresVPN {
      writer.name("requiresVPN")
      writer.flag(requiresVPN)
    }
    if let retry {
      writer.name("retry")
      retry.write(to: &writer)
    }
    if let runtimeLimitDurationUSec {
      writer.name("runtimeLimitDurationUSec")
      writer.integer(runtimeLimitDurationUSec)
    }
    if let sleepsThrough {
      writer.name("sleepsThrough")
      writer.flag(sleepsThrough)
    }
    if let strategy {
      writer.name("strategy")
      strategy.write(to: &writer)
    }
    if let subtitle {
      writer.name("subtitle")
      writer.text(subtitle)
    }
    if let template {
      writer.name("template")
      writer.text(template)
    }
    if let title {
      writer.name("title")
      writer.text(title)
    }
    if let toleranceDurationUSec {
      writer.name("toleranceDurationUSec")
      writer.integer(toleranceDurationUSec)
    }
    if let transfer {
      writer.name("transfer")
      transfer.write(to: &writer)
    }
    if let unit {
      writer.name("unit")
      writer.text(unit)
    }
    if let unknownConditions {
      writer.name("unknownConditions")
      unknownConditions.write(to: &writer)
    }
    if let when {
      writer.name("when")
      writer.text(when)
    }
    if let `while` {
      writer.name("while")
      writer.text(`while`)
    }
    writer.endObject()
  }
}
