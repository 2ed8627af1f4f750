/// Where a field of ``Conditions`` is, by what it can say.
package enum ConditionPlace: Sendable {
  /// Yes or no; nil is unknown.
  case flag(any WritableKeyPath<Conditions, Bool?> & Sendable)
  /// 0 to 100; nil is unknown.
  case percent(any WritableKeyPath<Conditions, Int?> & Sendable)
  /// A source of power.
  case powerSource(any WritableKeyPath<Conditions, PowerSource> & Sendable)
  /// A kind of network.
  case network(any WritableKeyPath<Conditions, NetworkAccess> & Sendable)
  /// Some names; nil is unknown.
  case names(any WritableKeyPath<Conditions, Set<String>?> & Sendable)
}

/// What a field of ``Conditions`` says.
package enum ConditionValue: Hashable, Sendable {
  /// Yes or no; nil is unknown.
  case flag(Bool?)
  /// 0 to 100; nil is unknown.
  case percent(Int?)
  /// A source of power.
  case powerSource(PowerSource)
  /// A kind of network.
  case network(NetworkAccess)
  /// Some names; nil is unknown.
  case names(Set<String>?)

  /// Nobody knows.
  package var isUnknown: Bool {
    switch self {
    case .flag(nil), .percent(nil), .powerSource(.unknown), .network(.unknown), .names(nil): true
    case .flag, .percent, .powerSource, .network, .names: false
    }
  }
}

/// A new value of one field of ``Conditions``: what a source saw, or what a simulation says.
package struct ConditionChange: Hashable, Sendable {
  /// Which field it is about.
  package let field: ConditionField
  /// What it says. What the field cannot say is not taken over.
  package let value: ConditionValue
  /// Who says so (`upower`); empty where that is said by somebody else.
  package var source = ""
  /// How sure that is.
  package var certainty = Certainty.certain

  /// A change.
  package init(_ field: ConditionField, _ value: ConditionValue) { (self.field, self.value) = (field, value) }

  /// The same, and no more than likely.
  package var guessed: ConditionChange {
    var change = self
    change.certainty = .guessed
    return change
  }

  /// Where power comes from.
  package static func powerSource(_ value: PowerSource) -> ConditionChange {
    ConditionChange(.powerSource, .powerSource(value))
  }

  /// How full the batteries are; nil is unknown.
  package static func batteryPercent(_ value: Int?) -> ConditionChange {
    ConditionChange(.batteryPercent, .percent(value))
  }

  /// Whether there is a network.
  package static func network(_ value: NetworkAccess) -> ConditionChange {
    ConditionChange(.network, .network(value))
  }

  /// A change of some names; nil is unknown.
  package static func names(_ field: ConditionField, _ value: Set<String>?) -> ConditionChange {
    ConditionChange(field, .names(value))
  }

  /// A change of what is so or not; nil is unknown.
  package static func flag(_ field: ConditionField, _ value: Bool?) -> ConditionChange {
    ConditionChange(field, .flag(value))
  }
}

extension Conditions {
  /// Takes over one field.
  package mutating func apply(_ change: ConditionChange) {
    switch (change.field.place, change.value) {
    case (.flag(let place), .flag(let value)): self[keyPath: place] = value
    case (.percent(let place), .percent(let value)): self[keyPath: place] = value
    case (.powerSource(let place), .powerSource(let value)): self[keyPath: place] = value
    case (.network(let place), .network(let value)): self[keyPath: place] = value
    case (.names(let place), .names(let value)): self[keyPath: place] = value
    case (.flag, _), (.percent, _), (.powerSource, _), (.network, _), (.names, _): break
    }
  }

  /// What a field says.
  package subscript(field: ConditionField) -> ConditionValue {
    switch field.place {
    case .flag(let place): .flag(self[keyPath: place])
    case .percent(let place): .percent(self[keyPath: place])
    case .powerSource(let place): .powerSource(self[keyPath: place])
    case .network(let place): .network(self[keyPath: place])
    case .names(let place): .names(self[keyPath: place])
    }
  }
}

extension Conditions {
  /// The fields of which another one says something else.
  func fields(otherIn other: Conditions) -> [ConditionField] {
    self == other ? [] : ConditionField.allCases.filter { self[$0] != other[$0] }
  }
}

/// Where the machine's power comes from.
package enum PowerSource: String, CaseIterable, Sendable {
  case external
  case battery
  case unknown
}

/// Whether there is a network, and whether it is paid for by volume.
package enum NetworkAccess: String, CaseIterable, Sendable {
  case none
  case metered
  case unmetered
  case unknown
}

extension [ConditionChange] {
  /// These and those that come later, where nothing was decided between them: the last of each field.
  package func superseded(by later: [ConditionChange]) -> [ConditionChange] {
    filter { change in !later.contains { $0.field == change.field } } + later
  }
}
