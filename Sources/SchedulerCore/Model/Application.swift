/// A program with a manifest that says which tasks it may submit and handles.
package struct Application: Hashable, Sendable {
  /// The manifest's name.
  package var name: String
  /// What it may submit (R3).
  package var permittedIdentifiers: [IdentifierPattern]
  /// The kinds that it may submit.
  package var kinds: [Kind]
  /// Its manifest says how to start it.
  package var isStartable: Bool
  /// The unit of the service manager that is started for it; nil when it is a program.
  package var unit: String?

  /// An application.
  package init(
    name: String, permittedIdentifiers: [IdentifierPattern], kinds: [Kind] = Kind.allCases,
    isStartable: Bool = true, unit: String? = nil
  ) {
    self.name = name
    self.permittedIdentifiers = permittedIdentifiers
    self.kinds = kinds
    self.isStartable = isStartable
    self.unit = unit
  }
}

/// How much an application is in use (R36).
package enum ApplicationState: String, CaseIterable, Sendable {
  /// Its user works with it.
  case active
  /// It can be seen.
  case inactive
  /// Neither: it gets launches of every kind.
  case background
}
