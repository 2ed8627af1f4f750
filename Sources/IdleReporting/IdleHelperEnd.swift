/// Why a helper at a display has ended by itself: its exit status.
package enum IdleHelperEnd: Int32, Sendable {
  /// Its output is not read any more.
  case unheard = 0
  /// The display is not there, lets nobody in, or has gone.
  case displayGone = 3
  /// The display does not tell of idleness, or only of its own windows.
  case unsupported = 4
  /// The argument is no pause (EX_USAGE in sysexits(3)).
  case misuse = 64
}
