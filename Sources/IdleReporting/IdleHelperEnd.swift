/// The reason why a helper at a display has ended by itself: its exit status.
package enum IdleHelperEnd: Int32, Sendable {
  /// The output is not read any more.
  case unheard = 0
  /// The display is missing, refuses the helper, or has gone.
  case displayGone = 3
  /// The display does not report idleness, or only that of its own windows.
  case unsupported = 4
  /// The argument is no pause (EX_USAGE in sysexits(3)).
  case misuse = 64
}
