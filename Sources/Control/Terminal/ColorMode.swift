/// When colours are shown.
enum ColorMode: String, CaseIterable, Sendable {
  /// On a terminal, unless NO_COLOR is set (https://no-color.org) or it is a dumb one.
  case auto
  case always
  case never
}
