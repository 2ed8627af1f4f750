/// The manifests, by what they permit. Finding one costs as much as an identifier has parts, however many
/// there are.
struct ApplicationCatalog {
  private var byName: [String: Application] = [:]
  private var byIdentifier: [String: Application] = [:]
  /// By the pattern's text.
  private var byPattern: [String: Application] = [:]

  /// Where two permit the same, the first counts.
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

  /// The manifest of this name.
  func application(named name: String) -> Application? { byName[name] }

  /// Whose identifier it is: what names it counts before patterns, and longer patterns before shorter ones
  /// (R5).
  func application(permitting identifier: String) -> Application? {
    if let application = byIdentifier[identifier] { return application }
    guard !byPattern.isEmpty else { return nil }
    for pattern in IdentifierPattern.covering(identifier) {
      if let application = byPattern[pattern] { return application }
    }
    return nil
  }
}
