package import SchedulerAPI
import SchedulerCore

/// Makes valid requests with every field that takes memory, short and long. No two requests have equal texts,
/// because tasks share what is equal.
package struct RequestMaker {
  private var numbers: SplitMix64
  private var conditions: ConditionMaker
  private var calendars: CalendarGenerator
  /// The date after which all dates are.
  private let nowUSec: Int64
  /// The number of requests that were invalid, mostly because of their calendar.
  package private(set) var refused = 0
  private var next = 0
  /// The average number of fields of which one is present.
  private var rareness = 2

  package init(seed: UInt64, nowUSec: Int64) {
    numbers = SplitMix64(seed: seed)
    conditions = ConditionMaker(seed: seed &* 3)
    calendars = CalendarGenerator(seed: seed &* 5, zones: Self.zones)
    self.nowUSec = nowUSec
  }

  /// The zones that calendars name. A zone is held once, however many calendars name it.
  package static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "UTC",
  ]

  /// Returns the next request, which is due in the next hour or later.
  package mutating func request() -> Wire.TaskRequest {
    while true {
      let request = made()
      if (try? request.submission()) != nil { return request }
      refused += 1
    }
  }

  private mutating func made() -> Wire.TaskRequest {
    next += 1
    rareness = oneOf([2, 4, 12])
    var request = Wire.TaskRequest(
      identifier: name(oneOf([0, 0, 40, 200])), kind: oneOf([.processing, .processing, .refresh, .transfer]))
    work(of: &request)
    request.earliestBeginUSec = nowUSec + Int64(1 + number(3600)) * 1_000_000
    conditions(of: &request)
    recurrence(of: &request)
    if isThere() { request.order = order() }
    if isThere() { request.onFailure = action() }
    if isThere() { request.onSuccess = action() }
    if isThere() { request.onOverdue = action() }
    lines(of: &request)
    flags(of: &request)
    return request
  }

  // MARK: Work

  private mutating func work(of request: inout Wire.TaskRequest) {
    if request.kind == .transfer { return request.transfer = transfer() }
    switch number(8) {
    case 0:
      request.identifier = "app." + request.identifier.suffix(200)
      if isThere() { request.content = String(repeating: "c", count: number(oneOf([20, 16_000]))) }
    case 1: request.unit = "\(name(number(60))).service"
    default: request.command = command()
    }
  }

  private mutating func command() -> Wire.Command {
    var command = Wire.Command(argv: ["/b"])
    if isThere() { command.argv += (0..<number(oneOf([3, 1000]))).map { "argument \($0)" } }
    if isThere() { command.workingDirectory = "/" + name(40) }
    if isThere() {
      let count = number(oneOf([3, 250]))
      command.environment = Dictionary(uniqueKeysWithValues: (0..<count).map { ("E\($0)", "value \($0)") })
    }
    if isThere() { command.environmentFiles = ["/" + name(20), "-/" + name(20)] }
    if isThere() { command.credentials = [name(8): "/" + name(60)] }
    if isThere() { command.encryptedCredentials = [name(8): "V2h4cWh0"] }
    return command
  }

  private mutating func transfer() -> Wire.Transfer {
    var transfer = Wire.Transfer(
      direction: oneOf([.download, .upload]),
      url: "http://\(name(oneOf([0, 100])))/\(String(repeating: "p", count: number(200)))",
      file: "/f\(next)")
    if isThere() { transfer.headersFile = "/" + name(40) }
    if isThere() { transfer.checksum = "sha256:" + String(repeating: "0", count: 64) }
    if isThere() { transfer.session = name(oneOf([0, 200])) }
    if isThere() { transfer.report = "/r" + name(40) }
    if isThere() { transfer.priority = .high }
    if isThere() { transfer.discretionary = true }
    return transfer
  }

  // MARK: When

  private mutating func conditions(of request: inout Wire.TaskRequest) {
    if !happens(3) { request.when = conditions.expression() }
    if isThere() { request.while = happens(4) ? request.when : conditions.expression() }
    if isThere() { request.relax = conditions.relaxations() }
    if isThere() { request.unknownConditions = .wait }
  }

  private mutating func recurrence(of request: inout Wire.TaskRequest) {
    let begin = request.earliestBeginUSec ?? nowUSec
    switch number(2 * rareness) {
    case 0:
      request.calendar = calendar()
      if isThere() { request.randomizedDelayDurationUSec = 60_000_000 }
      if isThere() { request.clockChange = .once }
    case 1:
      request.pathChange = .init(paths: (0...number(8)).map { "/p\($0)/" + name(oneOf([0, 60])) })
      if isThere() { request.pathChange?.ownChanges = .ignore }
    case 2:
      request.repeatDurationUSec = 3_600_000_000
      if isThere() { request.deadlineUSec = begin + 86_400_000_000 }
    default: if isThere() { request.deadlineUSec = begin + 86_400_000_000 }
    }
    if isThere() { request.toleranceDurationUSec = 1_000_000 }
    if isThere() { request.retry = .init(backoff: .linear, maximumAttempts: 3) }
    if isThere() { request.overdueAfterDurationUSec = 864_000_000_000 }
    if isThere() { request.runtimeLimitDurationUSec = 60_000_000 }
  }

  private mutating func calendar() -> [String] {
    (0..<oneOf([1, 1, 2, 16])).map { index in
      switch number(6) {
      case 0: "\((0..<40).map(String.init).joined(separator: ",")):\(index)"
      case 1: "*:*:\((0..<20).map { "\($0 * 3).\(1 + $0 % 9)" }.joined(separator: ","))"
      case 2: "\((2030..<2060).map(String.init).joined(separator: ","))-1-1 \(number(24)):\(index)"
      case 3: "\(number(24)):\(number(60)):\(number(60)) \(oneOf(Self.zones))"
      default: calendars.expression()
      }
    }
  }

  private mutating func order() -> Wire.Order {
    var order = Wire.Order()
    if !happens(3) { order.group = name(oneOf([0, 40])) }
    if !happens(3) { order.after = (0...number(16)).map { "a\($0)." + name(oneOf([0, 100])) } }
    if happens(3) { order.afterAny = (0...number(16)).map { "b\($0)." + name(0) } }
    return order
  }

  private mutating func action() -> String {
    happens(2) ? "t." + name(oneOf([0, 100])) : "/bin/x " + name(oneOf([0, 1000]))
  }

  // MARK: The rest

  private mutating func lines(of request: inout Wire.TaskRequest) {
    if isThere() { request.title = String(repeating: "t", count: number(255)) }
    if isThere() { request.subtitle = String(repeating: "s", count: number(255)) }
    if isThere() { request.label = "l" }
    if isThere() { request.template = name(40) }
  }

  private mutating func flags(of request: inout Wire.TaskRequest) {
    if isThere() { request.requiresIdle = false }
    if isThere() { request.requiresExternalPower = true }
    if isThere() { request.requiresBatteryNotLow = true }
    if isThere() { request.preventsSleep = true }
    if isThere() { request.onDeadline = .run }
    if isThere() { request.freezeDurationUSec = 1_000_000 }
  }

  /// Returns a name that is used nowhere else, with this many more letters.
  private mutating func name(_ more: Int) -> String {
    next += 1
    return "n" + String(next, radix: 36) + String(repeating: "x", count: more)
  }

  // MARK: Chance

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  private mutating func happens(_ often: Int) -> Bool { number(often) == 0 }

  private mutating func isThere() -> Bool { happens(rareness) }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }
}
