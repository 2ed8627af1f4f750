package import FleetCore
package import Varlink

extension ExchangeAnswer {
  /// Reads the database's answer to an exchange. Members that are not known are passed over, and grants are
  /// read one by one: one that cannot be read costs the others nothing.
  /// - Throws: ``Varlink/InvalidValue``: the place, what was found there and what is expected.
  package init(json: String) throws(InvalidValue) {
    let bytes = Array(json.utf8)
    var reader = JSONReader(reply: bytes)
    var result = ExchangeResult()
    var refusal: Refusal?
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.members) {
      guard try !reader.null() else { continue }
      switch member {
      case 0: result.leaseUSec = try reader.integer()
      case 1: result.askAfterUSec = try reader.integer()
      case 2: result.nowUSec = try reader.integer()
      case 3: result.changed = try reader.integer()
      case 4: result.classes = try reader.array(WorkClass.init(from:))
      case 5: try result.take(grants: try reader.elements(in: bytes))
      case 6: result.reports = try reader.array(ReportAnswer.init(from:))
      case 7: result.stops = try reader.array(GrantStop.init(from:))
      case 8: result.due = try reader.integer()
      case 9: result.isBusy = try reader.flag()
      case 10: try reader.version()
      default: refusal = try Refusal(from: &reader)
      }
    }
    try reader.finish()
    self = refusal.map { .refused($0) } ?? .accepted(result)
  }

  private static let members: [StaticString] = [
    "leaseUSec", "askAfterUSec", "nowUSec", "changed", "classes", "grants", "reports", "stops", "due",
    "busy", "version", "refused",
  ]
}

extension JSONReader {
  /// Reads the version of an answer.
  fileprivate mutating func version() throws(InvalidValue) {
    let start = mark
    guard try integer() == 1 else {
      rewind(to: start)
      throw mismatch("version 1")
    }
  }
}

extension ExchangeResult {
  fileprivate mutating func take(grants elements: [ArraySlice<UInt8>]) throws(InvalidValue) {
    for (place, element) in elements.enumerated() {
      do throws(InvalidValue) {
        grants.append(try Grant(element: element))
      } catch {
        guard let grant = UnreadableGrant(element: element, message: "\(error)") else {
          var error = error
          error.path = "grants[\(place)]" + (error.path.isEmpty ? "" : "." + error.path)
          throw error
        }
        unreadable.append(grant)
      }
    }
  }
}

extension Refusal {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var (code, message): (RefusalCode?, String?)
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["code", "message"]) {
      if member == 0 { code = try reader.word(RefusalCode.self) } else { message = try reader.text() }
    }
    self.init(
      code: try reader.need(code, "code", in: members),
      message: try reader.need(message, "message", in: members))
  }
}

extension WorkClass {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var (id, group, user, requirements): (String?, String?, String?, String?)
    var waiting: Int64 = 0
    var calendars: [FleetCalendar] = []
    var members = try reader.object()
    let names: [StaticString] = ["class", "group", "user", "requirements", "waiting", "calendars"]
    while let member = try reader.member(&members, of: names) {
      switch member {
      case 0: id = try reader.text()
      case 1: group = try reader.text()
      case 2: user = try reader.text()
      case 3: requirements = try reader.text()
      case 4: waiting = try reader.integer()
      default: if try !reader.null() { calendars = try reader.array(FleetCalendar.init(from:)) }
      }
    }
    self.init(
      id: ClassID(try reader.need(id, "class", in: members)),
      group: try reader.need(group, "group", in: members),
      user: try reader.need(user, "user", in: members),
      requirements: try reader.need(requirements, "requirements", in: members), waiting: waiting,
      calendars: calendars)
  }
}

extension FleetCalendar {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var (task, after): (Int64?, Int64?)
    var (expressions, zone): ([String]?, String?)
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["task", "expressions", "zone", "afterUSec"]) {
      switch member {
      case 0: task = try reader.integer()
      case 1: expressions = try reader.texts()
      case 2: if try !reader.null() { zone = try reader.text() }
      default: after = try reader.integer()
      }
    }
    self.init(
      task: try reader.need(task, "task", in: members),
      expressions: try reader.need(expressions, "expressions", in: members), zone: zone ?? "UTC",
      afterUSec: try reader.need(after, "afterUSec", in: members))
  }
}

extension ReportAnswer {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var result: ReportResult?
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["occurrence", "epoch", "result"]) {
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      default: result = try reader.word(ReportResult.self)
      }
    }
    self.init(id: try name.id(reader, members), result: try reader.need(result, "result", in: members))
  }
}

extension GrantStop {
  fileprivate init(from reader: inout JSONReader) throws(InvalidValue) {
    var name = GrantName()
    var code: StopCode?
    var members = try reader.object()
    while let member = try reader.member(&members, of: ["occurrence", "epoch", "code"]) {
      switch member {
      case 0: name.occurrence = try reader.integer()
      case 1: name.epoch = try reader.integer()
      default: code = try reader.word(StopCode.self)
      }
    }
    self.init(id: try name.id(reader, members), code: try reader.need(code, "code", in: members))
  }
}
