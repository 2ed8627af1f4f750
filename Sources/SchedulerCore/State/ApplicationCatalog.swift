/// The manifests by the identifiers that they permit. A look-up costs as much as an identifier has parts,
/// however many manifests there are.
struct ApplicationCatalog {
  private var byName: [String: Application] = [:]
  private var byIdentifier: [String: Application] = [:]
  /// The applications by the texts of their patterns.
  private var byPattern: [String: Application] = [:]

  /// Creates the catalog. Of two applications that permit the same, the first counts.
  init(_ applications: [Application] = []) {
    for application in applications {
      byName[application.name] = byName[application.name] ?? application
      for pattern in application.permittedIdentifiers {
        if pattern.coversMany {
          byPattern[pattern.text] = byPattern[pattern.text] ?? application
        } else {
          byIdentifier[pattern.text] = byIdentifier[pattern.text] ?? application
        }
      }
    }
  }

  /// Returns the application whose manifest has this name.
  func application(named name: String) -> Application? { byName[name] }

  /// Returns the application that permits the identifier. An exact name counts before patterns, and a longer
  /// pattern before a shorter one (R5).
  func application(permitting identifier: String) -> Application? {
    if let application = byIdentifier[identifier] { return application }
    guard !byPattern.isEmpty else { return nil }
    for pattern in IdentifierPattern.covering(identifier) {
      if let application = byPattern[pattern] { return application }
    }
    return nil
  }
}
