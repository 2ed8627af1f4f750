import SystemdSyntax

/// A timeline in lines of text: one row for each task, one column for each length of time.
struct TimelineText {
  /// The characters that stand for a column.
  private struct Signs: Sendable {
    var nothing: Character
    var mark: Character
    var of: @Sendable (TimelineKind) -> Character

    static let letters = Signs(nothing: ".", mark: "|") { kind in
      switch kind {
      case .waiting: "~"
      case .succeeded: "#"
      case .stopped: "-"
      case .running: ">"
      case .failed: "x"
      }
    }
    /// The signs differ in more than colour.
    static let blocks = Signs(nothing: "·", mark: "│") { kind in
      switch kind {
      case .waiting: "░"
      case .succeeded: "█"
      case .stopped: "▒"
      case .running: "►"
      case .failed: "✗"
      }
    }
  }

  private static let gap = 2
  /// The fewest columns of a picture: with less room the notes go first, then identifiers are cut.
  private static let fewestColumns = 20
  /// The columns that a mark and its label have room in.
  private static let markColumns = 8

  private let timeline: Timeline
  private let invocation: Invocation
  private let width: Int
  private let signs: Signs
  private let prefix: String
  private let names: [String]
  private let notes: [TimelineNote]
  private let nameWidth: Int
  private let noteWidth: Int
  private let columns: Int

  /// - Parameters:
  ///   - width: The number of columns.
  ///   - showsBlocks: Whether there are more characters than ASCII.
  init(_ timeline: Timeline, for invocation: Invocation, width: Int, showsBlocks: Bool) {
    (self.timeline, self.invocation, self.width) = (timeline, invocation, width)
    signs = showsBlocks ? .blocks : .letters
    notes = timeline.rows.map { TimelineNote($0, for: invocation) }
    let identifiers = timeline.rows.map(\.name.identifier)
    let whole = Self.names(timeline, without: "", for: invocation)
    let isWide = whole.contains { TextWidth.of($0) > width / 6 }
    prefix = isWide ? TaskTable.commonPrefix(identifiers) : ""
    names = prefix.isEmpty ? whole : Self.names(timeline, without: prefix, for: invocation)

    let widest = names.reduce(0) { max($0, TextWidth.of($1)) }
    let most = max(width - Self.gap - Self.fewestColumns, 1)
    let name = min(TextWidth.distinct(names, from: width / 4, to: widest), most)
    let rest = width - name - Self.gap
    let natural = notes.reduce(0) { max($0, TextWidth.of(SafeText.inline($1.text))) }
    let note = min(natural, max(rest * 3 / 10, 0))
    noteWidth = rest - note - Self.gap >= Self.fewestColumns ? note : 0
    nameWidth = name
    columns = max(rest - (noteWidth > 0 ? noteWidth + Self.gap : 0), 0)
  }

  private static func names(
    _ timeline: Timeline, without prefix: String, for invocation: Invocation
  ) -> [String] {
    let users = timeline.rows.map { invocation.shownUser($0.name.uid) }
    let widest = users.reduce(0) { max($0, TextWidth.of($1)) }
    return zip(timeline.rows, users).map { row, user in
      let name = (prefix.isEmpty ? "" : "…") + row.name.identifier.dropFirst(prefix.count)
      return SafeText.inline(invocation.showsUsers ? padded(user, to: widest + gap) + name : name)
    }
  }

  /// All lines of the timeline.
  var lines: [String] {
    let summary = TimelineSummary(timeline, for: invocation).text
    let perColumn = TimeSpanSyntax.format(
      timeline.lengthUSec / Int64(max(columns, 1)), accuracy: 1_000_000, maximumUnits: 2)
    var lines = paragraph(summary + (columns > 0 ? " A column is \(perColumn)." : ""))
    if !prefix.isEmpty {
      lines += paragraph("All begin with \(SafeText.inline(prefix))").map {
        invocation.console.styled($0, .dim)
      }
    }
    lines.append(heading)
    for (index, row) in timeline.rows.enumerated() { lines.append(line(row, names[index], notes[index])) }
    if timeline.omitted > 0 {
      let tasks = timeline.omitted == 1 ? "1 more task is" : "\(timeline.omitted) more tasks are"
      lines += paragraph("\(tasks) left out; --limit sets how many are shown.")
    }
    return lines + legend
  }

  // MARK: The picture

  private var heading: String {
    var text = Array(repeating: Character(" "), count: columns)
    var free = 0
    let marks = TimeMarks.between(
      timeline.sinceUSec, timeline.untilUSec, most: columns / Self.markColumns,
      zone: invocation.context.zone)
    for mark in marks {
      let place = column(mark.uSec)
      // A label without room is left out, its mark is not.
      guard place >= free, place < columns else { continue }
      text[place] = signs.mark
      free = place + 1
      guard place + 1 + mark.label.count <= columns else { continue }
      for (offset, character) in mark.label.enumerated() { text[place + 1 + offset] = character }
      free += mark.label.count
    }
    return invocation.console.styled(
      trimmed(Self.padded("", to: nameWidth + Self.gap) + String(text)), .dim)
  }

  private func line(_ row: TimelineRow, _ name: String, _ note: TimelineNote) -> String {
    let console = invocation.console
    let cut = TextWidth.cut(name, to: nameWidth)
    var line = console.styled(cut, .bold) + Self.padded("", to: nameWidth - TextWidth.of(cut) + Self.gap)
    var run = ""
    var style = Style.plain
    for kind in kinds(row) {
      let next = kind?.style ?? .dim
      if next != style {
        line += console.styled(run, style)
        (run, style) = ("", next)
      }
      run.append(kind.map(signs.of) ?? signs.nothing)
    }
    line += console.styled(run, style)
    guard noteWidth > 0, !note.text.isEmpty else { return trimmed(line) }
    return line + Self.padded("", to: Self.gap)
      + console.styled(TextWidth.cut(SafeText.inline(note.text(in: noteWidth)), to: noteWidth), note.style)
  }

  /// Returns the kind that each column shows, the most important of those in its time.
  private func kinds(_ row: TimelineRow) -> [TimelineKind?] {
    var kinds = [TimelineKind?](repeating: nil, count: columns)
    guard columns > 0 else { return kinds }
    func draw(_ kind: TimelineKind, from start: Int64, to end: Int64) {
      // A bar that ends where a column begins is not in that column.
      for place in column(start)...column(max(start, end - 1)) {
        kinds[place] = kinds[place].map { max($0, kind) } ?? kind
      }
    }
    let until = timeline.untilUSec
    if let since = row.waitingSince(now: until) { draw(.waiting, from: since, to: until) }
    for bar in row.bars { draw(bar.kind, from: bar.startedUSec, to: bar.endedUSec ?? until) }
    return kinds
  }

  /// Returns the column of a date, the first or the last one for a date outside of the picture.
  private func column(_ uSec: Int64) -> Int {
    let distance = min(max(uSec - timeline.sinceUSec, 0), timeline.lengthUSec)
    let place = timeline.lengthUSec.dividingFullWidth(distance.multipliedFullWidth(by: Int64(columns)))
    return min(Int(place.quotient), columns - 1)
  }

  /// The lines that explain the signs.
  private var legend: [String] {
    var words = TimelineKind.allCases.reversed().map { kind in
      (String(signs.of(kind)), kind.word, kind.style)
    }
    words.append((String(signs.nothing), "nothing", .dim))
    var (lines, line, used): ([String], String, Int) = ([], "", 0)
    for (sign, word, style) in words where 2 + word.count <= width {
      let length = 2 + word.count
      if used > 0, used + Self.gap + length > width {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if used > 0 { (line, used) = (line + Self.padded("", to: Self.gap), used + Self.gap) }
      line += invocation.console.styled(sign, style) + " " + word
      used += length
    }
    return lines + (used > 0 ? [line] : [])
  }

  // MARK: Texts

  private func paragraph(_ text: String) -> [String] {
    TextWrap.paragraph(text, width: width).map { TextWidth.cut($0, to: width) }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - TextWidth.of(text), 0))
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
