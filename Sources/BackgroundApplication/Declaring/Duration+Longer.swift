extension Duration {
  /// Returns a length in minutes, for declarations: `every: .minutes(15)`.
  /// - Parameter count: The number of minutes, of 60 seconds each.
  public static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(count) * 60 }

  /// Returns a length in hours.
  /// - Parameter count: The number of hours, of 3,600 seconds each.
  public static func hours(_ count: some BinaryInteger) -> Duration { .seconds(count) * 3600 }
}
