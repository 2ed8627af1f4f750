/// A single fact about the machine or the time that an expression can ask for.
package enum ConditionAtom: Hashable, Sendable {
  /// A condition without a name or a number.
  case plain(PlainCondition)
  /// A charge of the batteries, in percent. A machine without a battery counts as full.
  case battery(Comparison, Int)
  /// A name that a field has to hold.
  case named(NamedCondition, String)
  /// No user is logged in, or not this one.
  case noUser(String?)
  /// A time of day in the machine's zone, from the first time to before the second; past midnight when the
  /// second is earlier, the whole day when both are the same.
  case between(TimeOfDay, TimeOfDay)
  /// Days of the week in the machine's zone.
  case on(WeekdaySet)
  /// A condition that a program or a look-up answers.
  case check(ConditionCheck)

  /// The name of what a source has to report for the atom: of a network there may be no name known.
  var reportedName: String {
    if case .named(let condition, _) = self { condition.row.field.rawValue } else { name }
  }

  /// The first word of the atom, by which a relaxation names it.
  package var name: String {
    switch self {
    case .plain(let condition): condition.rawValue
    case .battery: "battery"
    case .named(let condition, _): condition.rawValue
    case .noUser: "no-user"
    case .between: "between"
    case .on: "on"
    case .check(let check): check.name
    }
  }

  /// The field that reports the condition; `nil` for a time and for a check.
  var field: ConditionField? {
    switch self {
    case .plain(let condition): condition.row.field
    case .battery: .batteryPercent
    case .named(let condition, _): condition.row.field
    case .noUser: .users
    case .between, .on, .check: nil
    }
  }

  /// All fields that the atom depends on.
  var fields: ConditionFields {
    switch self {
    case .battery: [.batteryPercent, .powerSource]
    // Without a network there is no name of one, whatever was reported before.
    case .named(.network, _): [.networkNames, .network]
    case .plain, .named, .noUser, .between, .on: field.map { [$0] } ?? []
    case .check(let check): check.fields
    }
  }

  /// The name that the atom asks for. While the names are known, only this name's coming and going changes
  /// the atom.
  var awaitedName: (field: ConditionField, name: String)? {
    switch self {
    case .named(let condition, let name): (condition.row.field, name)
    case .noUser(let name?): (.users, name)
    case .noUser(nil), .plain, .battery, .between, .on, .check: nil
    }
  }

  /// Whether the atom follows from the time.
  var isOfTime: Bool {
    switch self {
    case .between, .on: true
    case .plain, .battery, .named, .noUser, .check: false
    }
  }

  /// The check of the atom; `nil` for every other atom.
  package var check: ConditionCheck? { if case .check(let check) = self { check } else { nil } }

  /// The text of the atom in an expression.
  package var text: String {
    switch self {
    case .plain(let condition): condition.rawValue
    case .battery(let comparison, let percent): "battery \(comparison.rawValue) \(percent)"
    case .named(let condition, let name): "\(condition.rawValue) \(ConditionNames.quoted(name))"
    case .noUser(let name): "no-user \(name.map { "\(ConditionNames.quoted($0)) " } ?? "")logged in"
    case .between(let start, let end): "between \(start.text) and \(end.text)"
    case .on(let days): "on \(days.text)"
    case .check(let check): check.text
    }
  }

  /// Returns whether the atom holds; `nil` is unknown, as always for a check.
  func truth(_ now: Conditions, _ time: LocalTime?) -> Bool? {
    switch self {
    case .plain(let condition): return condition.truth(now)
    case .battery(let comparison, let percent):
      if let full = now.batteryPercent { return comparison.holds(full, percent) }
      return now.powerSource == .external ? comparison.holds(100, percent) : nil
    case .named(let condition, let name):
      if condition == .network, now.network == .none { return false }
      return condition.names(now)?.contains(name)
    case .noUser(let name):
      return now.users.map { users in name.map { !users.contains($0) } ?? users.isEmpty }
    case .between(let start, let end): return time?.isBetween(start, end)
    case .on(let days): return time.map { days.contains($0.weekday) }
    case .check: return nil
    }
  }

  /// Returns in few words what is observed instead.
  func observed(_ now: Conditions, _ time: LocalTime?) -> String {
    switch self {
    case .plain(let condition): return condition.observed(now)
    case .battery:
      if let full = now.batteryPercent { return "\(full)%" }
      return now.powerSource == .external ? "no battery" : "unknown"
    case .named(let condition, _):
      if condition == .network, now.network == .none { return "no network" }
      guard let names = condition.names(now) else { return "unknown" }
      guard !names.isEmpty else { return condition.row.none }
      return names.sorted().map(ConditionNames.quoted).joined(separator: ", ")
    case .noUser:
      guard let users = now.users else { return "unknown" }
      return users.isEmpty ? "nobody" : "\(users.sorted().joined(separator: ", "))"
    case .between: return time?.timeOfDay.text ?? "unknown"
    case .on: return time?.weekday.rawValue ?? "unknown"
    case .check: return "unknown"
    }
  }
}

/// A comparison with a number.
package enum Comparison: String, CaseIterable, Sendable {
  case atLeast = ">="
  case moreThan = ">"
  case atMost = "<="
  case lessThan = "<"

  package func holds<Number: Comparable>(_ found: Number, _ limit: Number) -> Bool {
    switch self {
    case .atLeast: found >= limit
    case .moreThan: found > limit
    case .atMost: found <= limit
    case .lessThan: found < limit
    }
  }
}

extension PlainCondition {
  func truth(_ now: Conditions) -> Bool? {
    switch (self, now[row.field]) {
    case (_, let value) where value.isUnknown: nil
    case (_, .flag(let flag)): flag.map { $0 != row.isInverted }
    case (_, .powerSource(let source)): source == .external
    case (.unmetered, .network(let network)): network == .unmetered
    case (_, .network(let network)): network != .none
    case (_, .percent), (_, .names): nil
    }
  }

  func observed(_ now: Conditions) -> String {
    switch now[row.field] {
    case .powerSource(let source): source == .unknown ? "unknown" : "\(source.rawValue) power"
    case .network(let network):
      switch network {
      case .none: "no network"
      case .metered, .unmetered: "a network that is \(network.rawValue)"
      case .unknown: "unknown"
      }
    case .flag(let flag?): flag != row.isInverted ? "yes" : "no"
    case .flag(nil), .percent, .names: "unknown"
    }
  }
}
