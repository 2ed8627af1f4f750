import LinuxSystem

/// The program whose start is measured: a shell that has date(1) write the time. It takes equally long in all
/// measurements, so the difference between them is the daemon's.
enum DueProgram {
  static let argv = ["/bin/sh", "-c", "date +%s%N"]
  /// The time until a date, in which the task gets on disk.
  private static let leadUSec: Int64 = 40_000

  /// The date for the next measurement, in microseconds since the epoch.
  static var nextDate: Int64 { SystemClock.wallUSec + leadUSec }

  /// Returns the date that the program has written, in microseconds since the epoch.
  /// - Throws: ``BenchmarkError/server(_:)`` for anything else.
  static func date(in output: some StringProtocol) throws(BenchmarkError) -> Int64 {
    let digits = output.prefix { $0.isNumber }
    guard let nanoseconds = Int64(String(digits)) else {
      throw .server("`\(argv.joined(separator: " "))` wrote no date but \"\(output.prefix(80))\"")
    }
    return nanoseconds / 1000
  }
}
