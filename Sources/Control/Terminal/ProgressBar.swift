/// A progress bar: `[######----]  60%`, or `[██████▌   ]  65%` where the locale has these
/// characters.
struct ProgressBar: Hashable, Sendable {
  /// The columns between the brackets; 0 shows the percentage alone.
  var width: Int
  /// Whether the bar grows by eighths of a column.
  var hasEighths: Bool

  /// The blocks that fill zero to seven eighths of a column.
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns the bar for a part of a total, or the number done when the total is unknown.
  func text(_ completed: Int64, of total: Int64) -> String {
    guard total > 0 else { return completed > 0 ? "\(completed) done" : "" }
    // More than the total counts as the total.
    let completed = min(max(completed, 0), total)
    let steps = part(completed, of: total, scale: hasEighths ? width * 8 : width)
    let percent = String(part(completed, of: total, scale: 100))
    guard width > 0 else { return percent + "%" }
    return "[\(hasEighths ? blocks(steps) : signs(steps))] "
      + String(repeating: " ", count: 3 - percent.count) + "\(percent)%"
  }

  /// Returns the part in whole steps, so that only complete work is a hundred percent.
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
