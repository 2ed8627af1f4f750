/// `[######----]  60%`.
enum ProgressBar {
  /// A bar for so many of so many; without a bar when the whole is not known.
  static func text(_ completed: Int64, of total: Int64, width: Int = 10) -> String {
    guard total > 0 else { return completed > 0 ? "\(completed) done" : "" }
    let part = min(max(Double(completed) / Double(total), 0), 1)
    let filled = Int(part * Double(width))
    let percent = String(Int(part * 100))
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "] "
      + String(repeating: " ", count: 3 - percent.count) + percent + "%"
  }
}
