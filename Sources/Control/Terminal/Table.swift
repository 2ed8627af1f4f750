/// Rows under headings, fitted into a number of columns.
struct Table {
  /// A column's heading, and the way its cells give way when there is no room.
  struct Column {
    var heading: String
    /// Whether cells stand to the right, as numbers do.
    var isRightAligned = false
    /// The width to which the column shrinks before any column is left out; nil is no shrinking.
    var minimumWidth: Int?
    /// Whether rows are told apart by the column: it is not cut so far that two of its cells read alike.
    var isKey = false
    /// The rank among the columns that are left out when cutting does not help, lowest first; nil is never.
    var dropRank: Int?
  }

  /// A text of a row, safe for a terminal.
  struct Cell {
    var text: String
    var style: Style = .plain

    /// - Parameter text: A text from anywhere, which is made safe here.
    init(_ text: String, _ style: Style = .plain) {
      self.text = SafeText.inline(text)
      self.style = style
    }
  }

  var columns: [Column]
  var rows: [[Cell]] = []
  var showsHeadings = true
  /// Whether a text without room goes on in the next line; else it is cut with `…`, and a row is a line.
  var wraps = false
  /// The space between two columns.
  var gap = "  "

  init(_ columns: [Column], showsHeadings: Bool = true) {
    self.columns = columns
    self.showsHeadings = showsHeadings
  }

  /// Returns the table's lines.
  /// - Parameters:
  ///   - width: The number of columns; nil is no limit.
  ///   - indent: The number of spaces before each line.
  func lines(width: Int?, indent: Int = 0, styled: (String, Style) -> String) -> [String] {
    var (shown, widths) = natural
    if let width { fit(&shown, &widths, into: max(width - indent, 1)) }
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    if showsHeadings {
      let headings = columns.map { Cell($0.heading, .bold) }
      lines += row(headings, shown, widths, styled)
    }
    for cells in rows { lines += row(cells, shown, widths, styled) }
    return lines.map { $0.isEmpty ? $0 : margin + $0 }
  }

  /// Returns whether the table fits into this many columns.
  func fits(_ width: Int) -> Bool {
    let (shown, widths) = natural
    return total(shown, widths) <= width
  }

  /// The columns that have a text, and the width that each column needs for all of its texts.
  private var natural: (shown: [Int], widths: [Int]) {
    let shown = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
    let widths = columns.indices.map { index in
      rows.reduce(showsHeadings ? TextWidth.of(columns[index].heading) : 0) {
        max($0, TextWidth.of($1[index].text))
      }
    }
    return (shown, widths)
  }

  private func fit(_ shown: inout [Int], _ widths: inout [Int], into width: Int) {
    guard total(shown, widths) > width else { return }
    let natural = widths
    let least = columns.indices.map { index in
      columns[index].minimumWidth.map {
        columns[index].isKey
          ? TextWidth.distinct(rows.map { $0[index].text }, from: $0, to: natural[index]) : $0
      }
    }
    while true {
      var excess = total(shown, widths) - width
      while excess > 0 {
        // The widest column shrinks first, by one at a time, so that narrow ones stay whole for longest.
        let shrinkable = shown.filter { widths[$0] > least[$0] ?? .max }
        guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
        excess -= 1
      }
      if excess <= 0 { return }
      let droppable = shown.filter { columns[$0].dropRank != nil }
      guard let first = droppable.min(by: { columns[$0].dropRank ?? 0 < columns[$1].dropRank ?? 0 }) else {
        break
      }
      shown.removeAll { $0 == first }
      widths = natural
    }
    // No column may be left out any more: the widest shrinks, whatever its minimum, and columns by which rows
    // are told apart shrink last.
    for isKey in [false, true] {
      while total(shown, widths) > width,
        let widest = shown.filter({ columns[$0].isKey == isKey }).max(by: { widths[$0] < widths[$1] }),
        widths[widest] > 1
      {
        widths[widest] -= 1
      }
    }
  }

  private func total(_ shown: [Int], _ widths: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + gap.count * max(shown.count - 1, 0)
  }

  /// Returns the lines of one row.
  private func row(
    _ cells: [Cell], _ shown: [Int], _ widths: [Int], _ styled: (String, Style) -> String
  ) -> [String] {
    let texts = shown.map { index in
      let text = cells[index].text
      return wraps ? TextWrap.cell(text, width: widths[index]) : [TextWidth.cut(text, to: widths[index])]
    }
    return (0..<(texts.map(\.count).max() ?? 0)).map { number in
      var result = ""
      for (position, index) in shown.enumerated() {
        let lines = texts[position]
        let text = number < lines.count ? lines[number] : ""
        let padding = String(repeating: " ", count: max(0, widths[index] - TextWidth.of(text)))
        let isLast = position == shown.count - 1
        if position > 0 { result += gap }
        let word = text.isEmpty ? "" : styled(text, cells[index].style)
        // No spaces at the end of a line.
        result += columns[index].isRightAligned ? padding + word : word + (isLast ? "" : padding)
      }
      while result.hasSuffix(" ") { result.removeLast() }
      return result
    }
  }
}
