package import Dispatch
import LinuxSystem
package import SchedulerCore

/// Whether the person at the screen is there, from the desktop itself: over the person's own bus, and from
/// the displays. Field: `idle`.
///
/// It knows nothing of terminals, of other sessions, nor of who else keeps the machine in use. So
/// ``LoginSessionsSource``, which does, takes what this says for the session on the screen and is believed
/// first; this one is believed by itself where there is no logind.
package final class IdleMonitorsSource: RefreshableSource {
  /// Of those that are asked.
  private enum Part: Hashable, CaseIterable { case mutter, inhibitors, gnomeSaver, saver, kde, displays }

  /// `idle-monitor`.
  package let name = "idle-monitor"
  /// It is asked over the bus.
  package let speaksAtOnce = false

  private let mutter: MutterIdleMonitor
  private let kde: KDEIdleTime
  private let savers: [(part: Part, name: String, saver: ScreenSaver)]
  private let inhibitors: SessionInhibitors
  private let displays: DisplaysMonitor?
  private var announcer: Announcer?
  private var answered: Set<Part> = []
  private var reading = IdleMonitorReading()
  /// Called when ``isIdle`` is another.
  var whenChanged: (() -> Void)?

  /// A source that is not started yet.
  /// - Parameters:
  ///   - bus: The person's own bus.
  ///   - displays: Where the person's displays are; nil asks none.
  ///   - pause: A person is there until they have touched nothing for so long.
  ///   - warn: Called with what is wrong with a helper at a display.
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

  /// The person is not there; nil is unknown.
  package private(set) var isIdle: Bool?

  /// Begins to follow those who know.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) {
    announcer = Announcer(isAwaited: true, handler)
    mutter.start { [weak self] isLeft in self?.heard(.mutter) { $0.isLeftToMutter = isLeft } }
    kde.start { [weak self] isLeft in self?.heard(.kde) { $0.isLeftToKDE = isLeft } }
    for (part, name, saver) in savers {
      saver.start { [weak self] isOn in
        self?.heard(part) { $0.isSaved[name] = isOn }
        // It tells of a person who comes back as well.
        if isOn == false { self?.kde.look() }
      }
    }
    inhibitors.start { [weak self] isInhibited in
      self?.heard(.inhibitors) { $0.isInhibited = isInhibited }
      // While a film plays the compositor tells of no pause.
      if isInhibited != nil { self?.mutter.look() }
    }
    guard let displays else { return heard(.displays) { _ in } }
    displays.start { [weak self] isLeft in self?.heard(.displays) { $0.isLeftToDisplays = isLeft } }
  }

  /// Asks who does not tell by themselves when a person comes back.
  package func refresh() {
    kde.look()
    displays?.refresh()
  }

  /// Somebody has logged in or out, as others say: there may be another display soon.
  func expectDisplays() { displays?.expect() }

  /// Stops listening to them.
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

  /// Says what is so when all have answered for the first time, and from then on.
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
