import SystemdSyntax

/// The line of an event that a verb follows. Lines come one by one, so their columns have a fixed width.
struct EventLine {
  let timeUSec: Int64
  /// The event in a word.
  let event: String
  let style: Style
  /// The name of the task or machine; empty for an event about neither.
  let name: String
  let details: String

  /// Returns the line, cut to the terminal's width.
  func text(on invocation: Invocation) -> String {
    let time = TimestampSyntax.formatClock(timeUSec, zone: invocation.context.zone)
    var parts = [(time, Style.dim), (Self.padded(event, 12), style)]
    if !name.isEmpty { parts.append((Self.padded(name, 24), .bold)) }
    parts.append((details, .plain))
    var left = invocation.console.output.width ?? .max
    var line: [String] = []
    for (text, style) in parts where left > 0 && !text.isEmpty {
      let cut = TextWidth.cut(SafeText.inline(text), to: left)
      line.append(invocation.console.styled(cut, style))
      left -= TextWidth.of(cut) + 2
    }
    return line.joined(separator: "  ")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let safe = SafeText.inline(text)
    return safe + String(repeating: " ", count: max(0, width - TextWidth.of(safe)))
  }
}
