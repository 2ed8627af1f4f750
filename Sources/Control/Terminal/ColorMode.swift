enum ColorMode: String, CaseIterable, Sendable {
  /// Colours on a terminal, unless it is a dumb one or NO_COLOR is set (https://no-color.org).
  case auto
  case always
  case never
}
