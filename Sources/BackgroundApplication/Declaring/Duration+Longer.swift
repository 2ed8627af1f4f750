extension Duration {
  /// So many minutes, for declarations: `every: .minutes(15)`.
  /// - Parameter count: Of 60 seconds each.
  public static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(count) * 60 }

  /// So many hours.
  /// - Parameter count: Of 3,600 seconds each.
  public static func hours(_ count: some BinaryInteger) -> Duration { .seconds(count) * 3600 }
}
