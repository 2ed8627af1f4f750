/// Names of runs, as short as they may be: what they begin with, as long as no two of them begin alike.
/// bgtaskctl takes them so wherever it takes a run.
struct RunName {
  /// No name is shorter.
  static let leastLength = 8

  private let length: Int

  /// Names that are shown together.
  init(_ names: [String]) {
    let sorted = Set(names).sorted()
    let common = zip(sorted, sorted.dropFirst()).map { zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count }
    length = max(Self.leastLength, (common.max() ?? 0) + 1)
  }

  /// The beginning that tells it from the others.
  func short(_ name: String) -> String { String(name.prefix(length)) }
}
