/// What those on a person's own bus say together of whether the person is at the screen. Pure.
package struct IdleMonitorReading: Hashable, Sendable {
  /// Nobody has touched keyboard or pointer for a while, as GNOME's compositor says; nil is unknown, as in
  /// the others.
  package var isLeftToMutter: Bool?
  /// The same, as KDE's screen locker says.
  package var isLeftToKDE: Bool?
  /// The same, as the displays themselves say, which everybody's desktop has.
  package var isLeftToDisplays: Bool?
  /// A program keeps GNOME's session from being idle: a film plays, a call is held.
  package var isInhibited: Bool?
  /// A screen saver is on, or has locked the screen, by the names of those who have one.
  package var isSaved: [String: Bool] = [:]

  /// Nobody has said anything.
  package init() {}

  /// The person is not there; nil is unknown. A screen saver that is on has been asked for, or has found that
  /// nobody is there; one that is off says nothing, for there may be none that ever goes on.
  package var isIdle: Bool? {
    if isSaved.values.contains(true) { return true }
    if isInhibited == true { return false }
    return isLeftToMutter ?? isLeftToKDE ?? isLeftToDisplays
  }
}
