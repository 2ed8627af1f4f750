/// The first line of a PSI file: `some avg10=0.41 avg60=0.61 avg300=0.43 total=5641673`.
public enum PressureAverage {
  /// The share of the last 10 s in which some task waited, 0 to 1; nil when the text is not PSI's.
  public static func share(_ text: String) -> Double? {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    guard words.first == "some", let word = words.dropFirst().first(where: { $0.hasPrefix("avg10=") }),
      let percent = Double(word.dropFirst("avg10=".count)), (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}
