import LinuxSystem
import SchedulerCore

/// The source of whether the machine saves power, from tuned, where no service has the names of
/// ``PowerProfilesSource``: tuned has them only with another package (tuned-ppd). Field: `lowPowerMode`.
package final class TunedSource: ServiceSource {
  private static let path = "/Tuned"
  private static let interface = "com.redhat.tuned.control"
  /// The longest list of names of profiles, in bytes.
  private static let limit = 4096

  package let name = "tuned"

  let service: BusService
  var announcer: Announcer?
  private var match: BusMatch?
  private var question: BusCall?

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService("com.redhat.tuned", on: bus) }

  func follow() {
    match = service.signals(Self.path, Self.interface, "profile_changed") { [weak self] _ in self?.ask() }
    ask()
  }

  func sayUnknown() { announce(nil) }

  func forget() {
    question?.cancel()
    (match, question) = (nil, nil)
  }

  /// Asks for the profile, because the signal is also sent for one that could not be set.
  private func ask() {
    question?.cancel()
    question = service.call(Self.path, Self.interface, "active_profile") { [weak self] answer in
      self?.question = nil
      self?.announce(
        try? answer.get().read { (reader) throws(BusError) in try reader.string(limit: Self.limit) })
    }
  }

  private func announce(_ profile: String?) {
    announcer?.announce([.flag(.lowPowerMode, profile.flatMap(TunedReading.isSaving))])
  }
}

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
