/// Something that can be done over and over, to see how often in a second.
protocol Load {
  /// Does it over and over for about this long.
  mutating func run(forNSec length: Int64) throws -> Turn
}
