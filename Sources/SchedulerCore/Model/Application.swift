/// A program with a manifest that names the tasks that it may submit and handle.
package struct Application: Hashable, Sendable {
  /// The manifest's name.
  package var name: String
  /// The identifiers that it may submit (R3).
  package var permittedIdentifiers: [IdentifierPattern]
  /// The kinds that it may submit.
  package var kinds: [Kind]
  /// Whether the manifest says how to start it.
  package var isStartable: Bool
  /// The unit that is started for it (`Unit=`); `nil` when a program is started.
  package var unit: String?

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

/// The degree to which an application is in use (R36).
package enum ApplicationState: String, CaseIterable, Sendable {
  /// The user works with the application.
  case active
  /// The application is visible.
  case inactive
  /// The application is neither active nor visible, and gets launches of every kind.
  case background
}
