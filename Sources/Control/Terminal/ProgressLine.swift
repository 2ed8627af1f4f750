/// A line that shows on a terminal how far long work is, and nothing elsewhere.
struct ProgressLine {
  private let console: Console
  private let drawing: ProgressBar

  init(_ invocation: Invocation) {
    console = invocation.console
    drawing = ProgressBar(width: 30, hasEighths: invocation.context.usesUTF8)
  }

  /// Draws the line anew.
  /// - Parameter total: The whole of the work; `nil` where it is not known, and there is no bar.
  func show(_ completed: Int64, of total: Int64?, _ words: String) {
    guard console.errors.isTerminal else { return }
    let bar = total.map { drawing.text(completed, of: $0) + "  " } ?? ""
    console.printError("\r\(bar)\(words)")
  }

  /// Removes the line.
  func end() {
    guard console.errors.isTerminal else { return }
    console.printError("\r\u{1B}[K")
  }
}
