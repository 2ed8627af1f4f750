import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// What an application's `Info.plist` says about its background work.
struct InfoPropertyList {
  /// `CFBundleIdentifier`
  private(set) var bundleIdentifier: String?
  /// `BGTaskSchedulerPermittedIdentifiers`
  private(set) var identifiers: [String]
  /// What `UIBackgroundModes` lets the application submit, and continued processing, which needs no mode.
  let kinds: [Kind]

  /// - Parameter bundleIdentifier: What stands for `$(PRODUCT_BUNDLE_IDENTIFIER)`, in a list that Xcode has
  ///   not gone over yet; nil is what the list says.
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

  /// What nobody has put a value in the place of: `$(NAME)` or `${NAME}`.
  static func hasVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }

  private static func replacing(_ text: String, by bundleIdentifier: String) -> String {
    // Each once: the identifier may hold the variable itself.
    text.replacing("$(PRODUCT_BUNDLE_IDENTIFIER)", with: bundleIdentifier)
      .replacing("${PRODUCT_BUNDLE_IDENTIFIER}", with: bundleIdentifier)
  }
}
