import LinuxSystem

/// The program whose start is measured: a shell that has date(1) say what time it is. That takes as long in
/// all measurements, so the difference between them is the daemon's.
enum DueProgram {
  static let argv = ["/bin/sh", "-c", "date +%s%N"]
  /// How far ahead a date is: long enough to be on disk by then.
  private static let leadUSec: Int64 = 40_000

  /// A date for the next measurement, in microseconds since the epoch.
  static var nextDate: Int64 { SystemClock.wallUSec + leadUSec }

  /// The date that it has written, in microseconds since the epoch.
  /// - Throws: ``BenchmarkError/server(_:)`` for anything else.
  static func date(in output: some StringProtocol) throws(BenchmarkError) -> Int64 {
    let digits = output.prefix { $0.isNumber }
    guard let nanoseconds = Int64(String(digits)) else {
      throw .server("`\(argv.joined(separator: " "))` wrote no date but \"\(output.prefix(80))\"")
    }
    return nanoseconds / 1000
  }
}
