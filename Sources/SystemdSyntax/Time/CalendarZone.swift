/// Where a date without a time zone is meant.
public enum CalendarZone: Hashable, Sendable {
  /// The zone of `TZ` and /etc/localtime.
  case local
  /// Coordinated universal time.
  case utc
}
