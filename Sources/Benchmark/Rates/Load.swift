/// Something that can be done over and over, to see how often in a second.
protocol Load {
  /// What it is, for the table.
  var title: String { get }
  /// What it is, for programs.
  var name: String { get }
  /// Does it over and over for about this long.
  mutating func run(forUSec length: Int64) throws -> Rate
}
