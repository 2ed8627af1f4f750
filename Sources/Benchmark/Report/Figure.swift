/// One number of the report.
struct Figure: Codable, Hashable {
  /// What it is, for programs.
  var name: String
  /// What it is, for people.
  var title: String
  var value: Double
  /// `1/s`, `us`, `bytes` or `count`.
  var unit: String
  /// Of a rate: how many of these there are for one append and fdatasync of the same run.
  var ratio: Double?
}
