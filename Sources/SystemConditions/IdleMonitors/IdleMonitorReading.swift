/// The answers of all monitors whether the person is at the screen, taken together. Pure.
package struct IdleMonitorReading: Hashable, Sendable {
  /// Whether keyboard and pointer are idle, as GNOME's compositor says; nil is unknown, as in the properties
  /// below.
  package var isLeftToMutter: Bool?
  /// Whether they are idle, as KDE's screen locker says.
  package var isLeftToKDE: Bool?
  /// Whether they are idle, as the displays themselves say, which every desktop has.
  package var isLeftToDisplays: Bool?
  /// Whether a program keeps GNOME's session from being idle: a film plays, a call is held.
  package var isInhibited: Bool?
  /// Whether a screen saver is on or has locked the screen, by the names of the savers' services.
  package var isSaved: [String: Bool] = [:]

  /// A reading without answers.
  package init() {}

  /// Whether the person is not there; nil is unknown. A screen saver that is on was asked for, or has found
  /// the person gone; one that is off says nothing, because it may be one that never goes on.
  package var isIdle: Bool? {
    if isSaved.values.contains(true) { return true }
    if isInhibited == true { return false }
    return isLeftToMutter ?? isLeftToKDE ?? isLeftToDisplays
  }
}
