/// `[######----]  60%`, or `[██████▌   ]  65%` where the locale has the characters for it.
struct ProgressBar: Hashable, Sendable {
  /// Its columns between the brackets; 0 is the percentage alone.
  var width: Int
  /// Whether it grows by eighths of a column.
  var hasEighths: Bool

  /// Blocks that fill so many eighths of a column, none first.
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar for so many of so many; without a bar when the whole is not known.
  func text(_ completed: Int64, of total: Int64) -> String {
    guard total > 0 else { return completed > 0 ? "\(completed) done" : "" }
    // More than all of it is all of it.
    let completed = min(max(completed, 0), total)
    let steps = part(completed, of: total, scale: hasEighths ? width * 8 : width)
    let percent = String(part(completed, of: total, scale: 100))
    guard width > 0 else { return percent + "%" }
    return "[\(hasEighths ? blocks(steps) : signs(steps))] "
      + String(repeating: " ", count: 3 - percent.count) + "\(percent)%"
  }

  /// In whole numbers, so that a hundred percent is what is complete and nothing else.
  private func part(_ completed: Int64, of total: Int64, scale: Int) -> Int {
    Int(total.dividingFullWidth(completed.multipliedFullWidth(by: Int64(scale))).quotient)
  }

  private func signs(_ filled: Int) -> String {
    String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
  }

  private func blocks(_ filled: Int) -> String {
    let last = Self.eighths[filled % 8]
    let empty = width - filled / 8 - (last.isEmpty ? 0 : 1)
    return String(repeating: "█", count: filled / 8) + last + String(repeating: " ", count: empty)
  }
}
