/// Short names of runs: beginnings of equal length by which no two of them are the same. bgtaskctl takes them
/// wherever it takes a run.
struct RunName {
  /// The length of the shortest name.
  static let leastLength = 8

  private let length: Int

  /// Creates the short names of runs that are shown together.
  init(_ names: [String]) {
    let sorted = Set(names).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count }
    length = max(Self.leastLength, (common.max() ?? 0) + 1)
  }

  /// Returns the beginning that tells the run from the others.
  func short(_ name: String) -> String { String(name.prefix(length)) }
}
