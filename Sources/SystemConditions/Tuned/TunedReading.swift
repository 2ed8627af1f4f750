/// The low power mode by tuned's active profile (tuned-profiles(7)). Pure.
package enum TunedReading {
  /// The profiles that save power and do not end in `-powersave`: the plain one, and the one that stands in
  /// for `balanced` while a machine runs on its battery.
  private static let saving: Set<String> = ["powersave", "balanced-battery"]

  /// Whether a profile saves power.
  /// - Parameter profile: The answer of tuned: a name (`laptop-battery-powersave`), or several with spaces
  ///   between them, which are merged. No name, as when tuned is switched off, is unknown.
  package static func isSaving(_ profile: String) -> Bool? {
    let names = profile.split(separator: " ").map(String.init)
    return names.isEmpty ? nil : names.contains { saving.contains($0) || $0.hasSuffix("-powersave") }
  }
}
