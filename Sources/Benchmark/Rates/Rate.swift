/// How many operations there were in a length of time.
struct Rate: Hashable {
  var operations = 0
  var uSec: Int64 = 0

  /// Operations a second.
  var perSecond: Double { uSec > 0 ? Double(operations) * 1_000_000 / Double(uSec) : 0 }

  static func += (rate: inout Rate, other: Rate) {
    rate.operations += other.operations
    rate.uSec += other.uSec
  }
}
