import LinuxSystem
package import SchedulerCore

/// Whether the machine saves power, from tuned, where nobody answers to the names of ``PowerProfilesSource``:
/// tuned does so itself only with another package (tuned-ppd). Field: `lowPowerMode`.
package final class TunedSource: ConditionSource {
  private static let path = "/Tuned"
  private static let interface = "com.redhat.tuned.control"
  /// The longest list of names of profiles, in bytes.
  private static let limit = 4096

  /// `tuned`.
  package let name = "tuned"
  /// It is asked over the bus.
  package let speaksAtOnce = false

  private let service: BusService
  private var announcer: Announcer?
  private var match: BusMatch?
  private var question: BusCall?

  /// A source that is not started yet.
  package init(on bus: BusConnection) { service = BusService("com.redhat.tuned", on: bus) }

  /// Begins to follow it.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    service.start { [weak self] in self?.changed($0) }
  }

  /// Stops listening to it.
  package func stop() {
    announcer?.end()
    announcer = nil
    service.stop()
    forget()
  }

  private func changed(_ change: BusService.Change) {
    forget()
    switch change {
    case .found:
      match = service.signals(Self.path, Self.interface, "profile_changed") { [weak self] _ in self?.ask() }
      ask()
    case .missing: announce(nil)
    }
  }

  private func forget() {
    question?.cancel()
    (match, question) = (nil, nil)
  }

  /// The signal is sent for a profile that could not be set as well.
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
