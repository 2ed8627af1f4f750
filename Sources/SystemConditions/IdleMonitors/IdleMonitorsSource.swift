package import Dispatch
import LinuxSystem
package import SchedulerCore

/// The source that asks the desktop whether the person at the screen is there: over the person's own bus, and
/// at the displays. Field: `idle`.
///
/// It knows nothing of terminals, of other sessions, or of other use of the machine. ``LoginSessionsSource``,
/// which does, takes its answer for the session on the screen and is believed first. Where there is no
/// logind, this source is believed by itself.
package final class IdleMonitorsSource: RefreshableSource {
  /// The services and displays that are asked.
  private enum Part: Hashable, CaseIterable { case mutter, inhibitors, gnomeSaver, saver, kde, displays }

  package let name = "idle-monitor"
  /// The bus answers later.
  package let speaksAtOnce = false

  private let mutter: MutterIdleMonitor
  private let kde: KDEIdleTime
  private let savers: [(part: Part, name: String, saver: ScreenSaver)]
  private let inhibitors: SessionInhibitors
  private let displays: DisplaysMonitor?
  private var announcer: Announcer?
  private var answered: Set<Part> = []
  private var reading = IdleMonitorReading()
  /// Called when ``isIdle`` has changed.
  var whenChanged: (() -> Void)?

  /// A source that is not started yet.
  /// - Parameters:
  ///   - bus: The person's own bus.
  ///   - displays: The places of the person's displays; nil asks none.
  ///   - pause: The time without input after which a person is idle.
  ///   - warn: Called with the fault of a display's helper.
  package init(
    on bus: BusConnection, queue: DispatchQueue, displays: DisplayPlaces? = nil,
    pause: TimeSpan = .minutes(5),
    warn: @escaping (String) -> Void = { _ in }
  ) {
    mutter = MutterIdleMonitor(on: bus, pause: pause)
    kde = KDEIdleTime(on: bus, queue: queue, pause: pause)
    savers = [
      (Part.gnomeSaver, "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
      (.saver, "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ].map { part, name, path in (part, name, ScreenSaver(name, path: path, on: bus)) }
    inhibitors = SessionInhibitors(on: bus)
    self.displays = displays.map { DisplaysMonitor($0, on: bus, pause: pause, queue: queue, warn: warn) }
  }

  /// Whether the person is not there; nil is unknown.
  package private(set) var isIdle: Bool?

  /// Starts to follow the services and displays.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    mutter.start { [weak self] isLeft in self?.heard(.mutter) { $0.isLeftToMutter = isLeft } }
    kde.start { [weak self] isLeft in self?.heard(.kde) { $0.isLeftToKDE = isLeft } }
    for (part, name, saver) in savers {
      saver.start { [weak self] isOn in
        self?.heard(part) { $0.isSaved[name] = isOn }
        // A saver that goes off also means that a person has come back.
        if isOn == false { self?.kde.look() }
      }
    }
    inhibitors.start { [weak self] isInhibited in
      self?.heard(.inhibitors) { $0.isInhibited = isInhibited }
      // While a film plays the compositor does not report idleness.
      if isInhibited != nil { self?.mutter.look() }
    }
    guard let displays else { return heard(.displays) { _ in } }
    displays.start { [weak self] isLeft in self?.heard(.displays) { $0.isLeftToDisplays = isLeft } }
  }

  /// Asks the locker of KDE, which does not report a person's return, and looks for new displays.
  package func refresh() {
    kde.look()
    displays?.refresh()
  }

  /// Looks for new displays for a while, after a login or logout.
  func expectDisplays() { displays?.expect() }

  /// Stops following the services and displays.
  package func stop() {
    announcer?.end()
    announcer = nil
    mutter.stop()
    kde.stop()
    savers.forEach { $0.saver.stop() }
    inhibitors.stop()
    displays?.stop()
    (isIdle, answered, reading) = (nil, [], IdleMonitorReading())
  }

  /// Takes an answer over. Once all have answered the result is announced, then and after each change.
  private func heard(_ part: Part, _ change: (inout IdleMonitorReading) -> Void) {
    change(&reading)
    answered.insert(part)
    guard let announcer, answered.count == Part.allCases.count else { return }
    let before = isIdle
    isIdle = reading.isIdle
    announcer.announce([.flag(.idle, isIdle)])
    if isIdle != before { whenChanged?() }
  }
}
