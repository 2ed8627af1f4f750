import LinuxSystem
import PlainText
import SchedulerAPI
import SystemdSyntax

/// A timeline as a page that is one file: it loads nothing, runs nothing, and can be read without a mouse or
/// a screen.
struct TimelineHTML {
  /// The number of parts in the picture's width.
  private static let parts: Int64 = 10_000
  /// The fewest parts of a bar, so that it is seen.
  private static let fewestParts: Int64 = 12
  /// The most bars of a row that are also told in words.
  private static let toldBars = 12
  private static let mostMarks = 8
  /// The most characters of a reason and of a result: a page of bars has many of them.
  private static let longestNote = 160
  private static let longestResult = 80
  /// The kinds by which rows are chosen, in the order of the buttons.
  private static let kinds = TimelineKind.allCases.reversed()

  /// The parts of a page that say what its picture is about.
  struct Frame {
    var title = "Background tasks"
    /// The paragraphs below the title; empty is the timeline's summary.
    var paragraphs: [String] = []
    /// The markup between the paragraphs and the picture.
    var figures = ""
    /// The rules of the style sheet for ``figures``.
    var style = ""
    /// The heading of the texts at the end of rows.
    var noteHeading = "Now"

    static let past = Frame()
  }

  private let timeline: Timeline
  private let invocation: Invocation
  private let frame: Frame
  private let marks: [TimeMarks.Mark]
  private let prefix: String

  init(_ timeline: Timeline, for invocation: Invocation, in frame: Frame = .past) {
    (self.timeline, self.invocation, self.frame) = (timeline, invocation, frame)
    marks = TimeMarks.between(
      timeline.sinceUSec, timeline.untilUSec, most: Self.mostMarks, zone: invocation.context.zone)
    prefix = TaskTable.commonPrefix(timeline.rows.map(\.name.identifier))
  }

  /// Returns the whole page.
  /// - Parameters:
  ///   - empty: The text in the place of the picture when there is no row.
  ///   - others: The pictures of later times, each below the one before it.
  func text(whenEmpty empty: String, followedBy others: [TimelineHTML] = []) -> String {
    let pictures = [self] + others
    let lines = pictures.indices.map { pictures[$0].lines(of: others.isEmpty ? nil : $0) }.joined()
    let summary = TimelineSummary(timeline, for: invocation).text
    let paragraphs = (frame.paragraphs.isEmpty ? [summary] : frame.paragraphs)
      .map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined()
    var text = """
      <h1>\(MarkupText.escaped(frame.title))</h1>
      \(paragraphs)\(frame.figures)
      """
    if pictures.allSatisfy(\.timeline.rows.isEmpty) {
      text += "<p>\(MarkupText.escaped(empty))</p>\n"
    } else {
      text += buttons(pictures)
      for (place, picture) in pictures.enumerated() {
        text += picture.picture(place: others.isEmpty ? nil : place)
      }
    }
    return HTMLPage.text(
      title: frame.title, style: TimelineStyleSheet.text + choices + lines + frame.style,
      body: text + footer(pictures))
  }

  /// Returns the picture.
  /// - Parameter place: The place among several pictures, which are told apart by their times.
  private func picture(place: Int?) -> String {
    let rows = timeline.rows.map(row).joined()
    guard let place else { return head(id: nil) + rows + "</tbody>\n</table>\n" }
    let dates = [timeline.sinceUSec, timeline.untilUSec].map {
      TimestampSyntax.format($0, zone: invocation.context.zone)
    }
    let heading = "<h2>\(dates.joined(separator: " to "))</h2>\n"
    guard !timeline.rows.isEmpty else { return heading + "<p>Nothing.</p>\n" }
    return heading + head(id: Self.id(place)) + rows + "</tbody>\n</table>\n"
  }

  private static func id(_ place: Int) -> String { "part-\(place + 1)" }

  private func footer(_ pictures: [TimelineHTML]) -> String {
    let gap = pictures.map(\.timeline.gapUSec).max() ?? 0
    let length = TimeSpanSyntax.format(max(gap, 1), accuracy: 1_000_000, maximumUnits: 2)
    let last = pictures.map(\.timeline.untilUSec).max() ?? timeline.untilUSec
    var text = "Runs that ended alike and are no more than \(length) apart are one bar."
    let omitted = pictures.reduce(0) { $0 + $1.timeline.omitted }
    if omitted > 0 { text += " \(omitted) more \(omitted == 1 ? "task is" : "tasks are") left out." }
    return HTMLPage.footer(untilUSec: last, text, for: invocation)
  }

  /// Returns the lines through all rows at the marks.
  private func lines(of place: Int?) -> String {
    guard !marks.isEmpty else { return "" }
    let line = Array(repeating: "linear-gradient(var(--line), var(--line))", count: marks.count)
    let places = marks.map { "\(percent($0)) 0" }
    return "\(place.map { "#\(Self.id($0)) " } ?? "")td.bars { "
      + "background-image: \(line.joined(separator: ", ")); "
      + "background-position: \(places.joined(separator: ", ")); }\n"
  }

  private func percent(_ mark: TimeMarks.Mark) -> String {
    let part = Self.part(mark.uSec, timeline)
    return "\(part / 100).\(part % 100 / 10)%"
  }

  // MARK: What is chosen

  /// The rules that hide the rows without the chosen kind, and let bars of other kinds recede.
  private var choices: String {
    Self.kinds.map { kind in
      let chosen = "#show-\(kind.word):checked ~ table"
      return "\(chosen) tbody tr:not(.has-\(kind.word)) { display: none; } "
        + "\(chosen) rect:not(.\(kind.word)) { opacity: .2; }\n"
    }.joined()
  }

  private func buttons(_ pictures: [TimelineHTML]) -> String {
    let all = pictures.reduce(0) { $0 + $1.timeline.rows.count }
    var text = """
      <input type="radio" name="show" id="show-all" checked>
      <label for="show-all">all tasks <b>\(all)</b></label>

      """
    for kind in Self.kinds {
      let count = pictures.reduce(0) { count, picture in
        count + picture.timeline.rows.count { picture.has(kind, $0) }
      }
      text +=
        "<input type=\"radio\" name=\"show\" id=\"show-\(kind.word)\"\(count == 0 ? " disabled" : "")>\n"
      text += "<label for=\"show-\(kind.word)\"><i class=\"\(kind.word)\"></i>"
      text += "\(kind.word) <b>\(count)</b></label>\n"
    }
    return text
  }

  private func has(_ kind: TimelineKind, _ row: TimelineRow) -> Bool {
    kind == .waiting
      ? row.waitingSince(now: timeline.untilUSec) != nil || !row.waits.isEmpty : row.counts[kind] != nil
  }

  // MARK: The picture

  /// The head of the table. Roles repeat the meaning of elements, which is lost where a narrow screen has
  /// them stand below each other.
  private func head(id: String?) -> String {
    let id = id.map { " id=\"\($0)\"" } ?? ""
    var text = """
      <table\(id) role="table" aria-label="When each task ran">
      <thead role="rowgroup">
      <tr role="row"><th role="columnheader" class="name">Task</th>\
      <th role="columnheader" aria-label="Time"><div class="marks" aria-hidden="true">
      """
    for mark in marks {
      // A mark at the end has no room for its label.
      guard Self.part(mark.uSec, timeline) < Self.parts * 93 / 100 else { continue }
      text += "<span style=\"left:\(percent(mark))\">\(mark.label)</span>"
    }
    return text
      + "</div></th><th role=\"columnheader\" class=\"note\">\(frame.noteHeading)</th></tr>\n</thead>\n"
      + "<tbody role=\"rowgroup\">\n"
  }

  private func row(_ row: TimelineRow) -> String {
    let kinds = Self.kinds.filter { has($0, row) }
    let note = TimelineNote(row, for: invocation)
    let counts = kinds.map { kind in row.counts[kind].map { "\($0) \(kind.word)" } ?? "waiting" }
    var text = "<tr role=\"row\" class=\"\(kinds.map { "has-\($0.word)" }.joined(separator: " "))\">"
    text += "<th role=\"rowheader\" scope=\"row\">\(name(row))</th>"
    text += "<td role=\"cell\" class=\"bars\">"
    text += "<svg viewBox=\"0 0 \(Self.parts) 24\" preserveAspectRatio=\"none\" role=\"img\""
    text += " aria-label=\"\(counts.isEmpty ? "nothing" : counts.joined(separator: ", "))\">"
    if let since = row.waitingSince(now: timeline.untilUSec) {
      let why = row.task?.reason?.message ?? "it waits"
      text += bar(.waiting, since, nil, "since \(invocation.shortDate(since)): \(why)")
    }
    // The kind that needs attention most is drawn last, on top.
    for kind in TimelineKind.allCases {
      for one in row.bars where one.kind == kind {
        text += bar(kind, one.startedUSec, one.endedUSec, told(one))
      }
    }
    text += "</svg></td><td role=\"cell\" class=\"note\(note.kind.map { " \($0.word)" } ?? "")\"><bdi>"
    text += MarkupText.escaped(note.text, maximumScalars: Self.longestNote) + "</bdi>" + list(row)
    return text + "</td></tr>\n"
  }

  private func name(_ row: TimelineRow) -> String {
    let common = prefix.isEmpty ? "" : "<span>\(identifier(prefix))</span>"
    let small = [row.task?.request.label, invocation.showsUsers ? UserAccount(uid: row.name.uid).name : nil]
    return "<bdi>\(common)\(identifier(row.name.identifier.dropFirst(prefix.count)))</bdi>"
      + small.compactMap(\.self).map { " <small><bdi>\(MarkupText.escaped($0))</bdi></small>" }.joined()
  }

  /// Returns an identifier, which may go on in another line after each dot.
  private func identifier(_ text: some StringProtocol) -> String {
    MarkupText.escaped(String(text)).split(separator: ".", omittingEmptySubsequences: false)
      .joined(separator: ".<wbr>")
  }

  private func bar(_ kind: TimelineKind, _ start: Int64, _ end: Int64?, _ title: String) -> String {
    let first = Self.part(start, timeline)
    let width = max(Self.part(end ?? timeline.untilUSec, timeline) - first, Self.fewestParts)
    let (top, height) =
      switch kind {
      case .failed: (1, 22)
      case .running, .succeeded: (5, 14)
      case .stopped: (8, 8)
      case .waiting: (11, 2)
      }
    return "<rect class=\"\(kind.word)\" x=\"\(min(first, Self.parts - width))\" y=\"\(top)\" "
      + "width=\"\(width)\" height=\"\(height)\"><title>"
      + MarkupText.escaped(title) + "</title></rect>"
  }

  /// Returns the place of a date, or of the end that it is nearer to.
  private static func part(_ uSec: Int64, _ timeline: Timeline) -> Int64 {
    let distance = min(max(uSec - timeline.sinceUSec, 0), timeline.lengthUSec)
    return timeline.lengthUSec.dividingFullWidth(distance.multipliedFullWidth(by: parts)).quotient
  }

  // MARK: In words

  /// Returns the newest bars of a row in words, for readers who see no picture.
  private func list(_ row: TimelineRow) -> String {
    guard !row.runs.isEmpty else { return "" }
    let runs = row.counts.values.reduce(0, +)
    let told = row.bars.prefix(Self.toldBars).map {
      "<li><bdi>\(MarkupText.escaped(self.told($0)))</bdi></li>"
    }
    let more = row.bars.count > told.count ? "<li>and earlier ones</li>" : ""
    return "<details><summary>\(runs) \(runs == 1 ? "run" : "runs")</summary>"
      + "<ol>\(told.joined())\(more)</ol></details>"
  }

  private func told(_ bar: TimelineBar) -> String {
    let start = invocation.shortDate(bar.startedUSec)
    let result = SingleLine.escaped(bar.result, maximumScalars: Self.longestResult)
    guard let end = bar.endedUSec else { return "since \(start): \(result)" }
    if bar.runs > 1 {
      let what = bar.kind == .waiting ? "times" : "runs"
      return "\(start) to \(invocation.shortDate(end)): \(bar.runs) \(what), the last \(result)"
    }
    return "\(start), \(RunTable.length(end - bar.startedUSec)): \(result)"
  }
}
