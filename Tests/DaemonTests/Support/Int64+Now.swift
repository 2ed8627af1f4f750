import LinuxSystem

extension Int64 {
  /// The date now, in the protocol's microseconds.
  static var now: Int64 { SystemClock.wallUSec }
}
