/// The manifests, by what they permit. Finding one costs as much as an identifier has parts, however many there are.
struct ApplicationCatalog {
  private var byName: [String: Application] = [:]
  private var byIdentifier: [String: Application] = [:]
  /// By what stands before `.*`.
  private var byPrefix: [String: Application] = [:]
  private var longestPrefix = 0

  /// Where two permit the same, the first counts.
  init(_ applications: [Application] = []) {
    for application in applications {
      byName[application.name] = byName[application.name] ?? application
      for pattern in application.permittedIdentifiers {
        if let prefix = pattern.prefix {
          byPrefix[prefix] = byPrefix[prefix] ?? application
          longestPrefix = max(longestPrefix, prefix.utf8.count)
        } else {
          byIdentifier[pattern.text] = byIdentifier[pattern.text] ?? application
        }
      }
    }
  }

  /// The manifest of this name.
  func application(named name: String) -> Application? { byName[name] }

  /// Whose identifier it is: what names it counts before patterns, and longer patterns before shorter ones (R5).
  func application(permitting identifier: String) -> Application? {
    if let application = byIdentifier[identifier] { return application }
    guard !byPrefix.isEmpty else { return nil }
    var prefix = identifier[...]
    // A pattern stands for at least one character behind its dot.
    if prefix.hasSuffix(".") { prefix = prefix.dropLast() }
    while let dot = prefix.lastIndex(of: ".") {
      prefix = prefix[..<dot]
      guard prefix.utf8.count <= longestPrefix else { continue }
      if let application = byPrefix[String(prefix)] { return application }
    }
    return nil
  }
}
