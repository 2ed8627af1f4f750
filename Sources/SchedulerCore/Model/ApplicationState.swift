/// How much an application is in use (R36).
package enum ApplicationState: String, CaseIterable, Sendable {
  /// Its user works with it.
  case active
  /// It can be seen.
  case inactive
  /// Neither: it gets launches of every kind.
  case background
}
