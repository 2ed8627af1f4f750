/// Numbers in a form for people.
enum Thousands {
  /// Returns the number with commas: `1,000,000`.
  static func text(_ number: Int) -> String {
    let rest = String(number % 1000)
    guard number >= 1000 else { return rest }
    return "\(text(number / 1000)),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
