import PlainText
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The background work that an application's `Info.plist` declares.
struct InfoPropertyList {
  /// The value of `CFBundleIdentifier`.
  private(set) var bundleIdentifier: String?
  /// The values of `BGTaskSchedulerPermittedIdentifiers`.
  private(set) var identifiers: [String]
  /// The kinds that `UIBackgroundModes` lets the application submit, and continued work, which needs no mode.
  let kinds: [Kind]

  /// - Parameter bundleIdentifier: The value of `$(PRODUCT_BUNDLE_IDENTIFIER)`, for a list that Xcode has not
  ///   processed; nil is the list's own identifier.
  init(_ list: PropertyList, bundleIdentifier: String?) throws(PropertyList.Mistake) {
    let own = list.string("CFBundleIdentifier").flatMap { Self.hasVariable($0) ? nil : $0 }
    self.bundleIdentifier = bundleIdentifier ?? own
    let modes = Set(try list.strings("UIBackgroundModes"))
    kinds =
      [(Kind.refresh, "fetch"), (.processing, "processing")].filter { modes.contains($0.1) }.map(\.0)
      + [.continued]
    identifiers = try list.strings("BGTaskSchedulerPermittedIdentifiers")
    guard let known = self.bundleIdentifier else { return }
    identifiers = identifiers.map { Self.replacing($0, by: known) }
  }

  /// Returns whether the text has a variable without a value, `$(NAME)` or `${NAME}`.
  static func hasVariable(_ text: String) -> Bool { text.hasPart("$(") || text.hasPart("${") }

  private static func replacing(_ text: String, by bundleIdentifier: String) -> String {
    // Each form is replaced in one pass: the identifier may hold the variable itself.
    text.replacingParts("$(PRODUCT_BUNDLE_IDENTIFIER)", with: bundleIdentifier)
      .replacingParts("${PRODUCT_BUNDLE_IDENTIFIER}", with: bundleIdentifier)
  }
}
