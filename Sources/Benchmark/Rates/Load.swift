/// An operation that is repeated, to measure how often it can be done in a second.
protocol Load {
  /// Repeats the operation for about this long.
  mutating func run(forNSec length: Int64) throws -> Turn
}
