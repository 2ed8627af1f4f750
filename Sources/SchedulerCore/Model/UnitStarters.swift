/// For whom an existing unit is started instead of a program, be it that a request names it or a manifest.
package enum UnitStarters: Hashable, Sendable {
  /// Programs are not run by a service manager.
  case nobody
  /// root: the units are the system's, and run as whoever they say.
  case privileged
  /// The daemon's user: the units are its own.
  case owner
}
