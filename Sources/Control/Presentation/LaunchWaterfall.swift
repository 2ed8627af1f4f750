import LinuxSystem
import SchedulerAPI

/// Launches on demand as `history --launch` shows them: a milestone a line, with its time since the launch
/// and a bar for the time from the milestone before it.
struct LaunchWaterfall {
  private static let gap = 2
  /// The fewest columns of a bar; with less room there is none.
  private static let fewestColumns = 8

  private let invocation: Invocation
  private let width: Int
  private let sign: Character
  private let names: RunName

  init(_ runs: [Wire.Run], for invocation: Invocation) {
    self.invocation = invocation
    let output = invocation.console.output
    width = output.width ?? TerminalSize.usual.columns
    sign = output.isTerminal && invocation.context.usesUTF8 ? "█" : "#"
    names = RunName(runs.map(\.runId))
  }

  /// Returns the lines about the launch of a run.
  func lines(of run: Wire.Run) -> [String] {
    guard let launch = run.launch else { return [] }
    let milestones = launch.reached
    let times = milestones.map { RunTable.length($0.uSec) }
    let nameWidth = milestones.reduce(0) { max($0, $1.name.count) }
    let timeWidth = times.reduce(0) { max($0, $1.count) }
    let room = width - nameWidth - timeWidth - 3 * Self.gap
    let columns = room < Self.fewestColumns ? 0 : room
    let whole = max(milestones.map(\.uSec).max() ?? 0, 1)
    var lines = heading(run)
    var before: Int64 = 0
    for (milestone, time) in zip(milestones, times) {
      let name = milestone.name + Self.spaces(nameWidth - milestone.name.count)
      let text = Self.spaces(Self.gap) + name + Self.spaces(Self.gap + timeWidth - time.count) + time
      let bar = bar(from: before, to: milestone.uSec, of: whole, columns: columns)
      let style = launch.usualUSec != nil && milestone.isHandler ? Style.yellow : .cyan
      lines.append(TextWidth.cut(text, to: width) + bar.before + invocation.console.styled(bar.text, style))
      before = milestone.uSec
    }
    if let usual = launch.usualUSec {
      lines += paragraph(
        "Slow: that is more than twice the usual \(RunTable.length(max(usual, 0))).", .yellow)
    }
    return lines
  }

  /// Returns the run's task, user, date, name and result: in one line, if there is room.
  private func heading(_ run: Wire.Run) -> [String] {
    let console = invocation.console
    let result = RunResult(run)
    let user = invocation.showsUsers ? "\(UserAccount(uid: run.uid).name), " : ""
    let words =
      "\(user)\(invocation.shortDate(run.startedUSec)), run \(names.short(run.runId)), \(result.words)"
    let (name, rest) = (SafeText.inline(run.identifier), SafeText.inline(words))
    guard TextWidth.of(name) + Self.gap + TextWidth.of(rest) > width else {
      return [console.styled(name, .bold) + Self.spaces(Self.gap) + console.styled(rest, .dim)]
    }
    return TextWrap.cell(name, width: width).map { console.styled($0, .bold) } + paragraph(rest, .dim)
  }

  private func paragraph(_ text: String, _ style: Style) -> [String] {
    TextWrap.cell(text, width: max(width - Self.gap, 1)).map {
      Self.spaces(Self.gap) + invocation.console.styled($0, style)
    }
  }

  /// Returns a milestone's bar, which has one column at least, and the space before it.
  private func bar(from start: Int64, to end: Int64, of whole: Int64, columns: Int) -> (
    before: String, text: String
  ) {
    guard columns > 0 else { return ("", "") }
    func column(_ time: Int64) -> Int {
      Int(Double(min(time, whole)) / Double(whole) * Double(columns))
    }
    let first = min(column(min(start, end)), columns - 1)
    let last = max(column(end) - 1, first)
    return (Self.spaces(Self.gap + first), String(repeating: sign, count: last - first + 1))
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}

extension Wire.LaunchMilestones {
  /// A milestone that was reached.
  fileprivate struct Reached {
    var name: String
    /// The microseconds since the launch.
    var uSec: Int64
    var isHandler = false
  }

  /// The milestones that were reached, in their order.
  fileprivate var reached: [Reached] {
    let all = [
      ("started", startedAfterUSec), ("connected", connectedAfterUSec), ("registered", registeredAfterUSec),
      ("delivered", deliveredAfterUSec), ("handler", handledAfterUSec),
    ]
    return all.compactMap { name, uSec in
      uSec.map { Reached(name: name, uSec: max($0, 0), isHandler: name == "handler") }
    }
  }
}
