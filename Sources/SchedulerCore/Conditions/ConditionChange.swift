/// The key path of a field of ``Conditions``, by the type of its value.
package enum ConditionPlace: Sendable {
  /// A Boolean value; `nil` is unknown.
  case flag(any WritableKeyPath<Conditions, Bool?> & Sendable)
  /// A percentage, 0 to 100; `nil` is unknown.
  case percent(any WritableKeyPath<Conditions, Int?> & Sendable)
  /// A source of power.
  case powerSource(any WritableKeyPath<Conditions, PowerSource> & Sendable)
  /// A state of the network.
  case network(any WritableKeyPath<Conditions, NetworkAccess> & Sendable)
  /// A set of names; `nil` is unknown.
  case names(any WritableKeyPath<Conditions, Set<String>?> & Sendable)
}

/// The value of a field of ``Conditions``.
package enum ConditionValue: Hashable, Sendable {
  /// A Boolean value; `nil` is unknown.
  case flag(Bool?)
  /// A percentage, 0 to 100; `nil` is unknown.
  case percent(Int?)
  /// A source of power.
  case powerSource(PowerSource)
  /// A state of the network.
  case network(NetworkAccess)
  /// A set of names; `nil` is unknown.
  case names(Set<String>?)

  /// Whether no source reports the field.
  package var isUnknown: Bool {
    switch self {
    case .flag(nil), .percent(nil), .powerSource(.unknown), .network(.unknown), .names(nil): true
    case .flag, .percent, .powerSource, .network, .names: false
    }
  }
}

/// A new value of one field of ``Conditions``, from a source or a simulation.
package struct ConditionChange: Hashable, Sendable {
  /// The field that changes.
  package let field: ConditionField
  /// The new value. A value of another type than the field's is not taken over.
  package let value: ConditionValue
  /// The name of the source (`upower`); empty where the change itself does not name it.
  package var source = ""
  /// The certainty of the value.
  package var certainty = Certainty.certain

  package init(_ field: ConditionField, _ value: ConditionValue) { (self.field, self.value) = (field, value) }

  /// The same change as a guess.
  package var guessed: ConditionChange {
    var change = self
    change.certainty = .guessed
    return change
  }

  /// Returns a change of the source of power.
  package static func powerSource(_ value: PowerSource) -> ConditionChange {
    ConditionChange(.powerSource, .powerSource(value))
  }

  /// Returns a change of the batteries' charge in percent; `nil` is unknown.
  package static func batteryPercent(_ value: Int?) -> ConditionChange {
    ConditionChange(.batteryPercent, .percent(value))
  }

  /// Returns a change of the network.
  package static func network(_ value: NetworkAccess) -> ConditionChange {
    ConditionChange(.network, .network(value))
  }

  /// Returns a change of a set of names; `nil` is unknown.
  package static func names(_ field: ConditionField, _ value: Set<String>?) -> ConditionChange {
    ConditionChange(field, .names(value))
  }

  /// Returns a change of a Boolean field; `nil` is unknown.
  package static func flag(_ field: ConditionField, _ value: Bool?) -> ConditionChange {
    ConditionChange(field, .flag(value))
  }
}

extension Conditions {
  /// Takes over the new value of one field.
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

  /// The value of a field.
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
  /// Returns the fields whose values differ in the other conditions.
  func fields(otherIn other: Conditions) -> [ConditionField] {
    self == other ? [] : ConditionField.allCases.filter { self[$0] != other[$0] }
  }
}

/// The source of the machine's power.
package enum PowerSource: String, CaseIterable, Sendable {
  case external
  case battery
  case unknown
}

/// Whether there is a network, and whether its traffic costs money.
package enum NetworkAccess: String, CaseIterable, Sendable {
  case none
  case metered
  case unmetered
  case unknown
}

extension [ConditionChange] {
  /// Returns these changes and later ones without a decision in between: the last change of each field.
  package func superseded(by later: [ConditionChange]) -> [ConditionChange] {
    filter { change in !later.contains { $0.field == change.field } } + later
  }
}
