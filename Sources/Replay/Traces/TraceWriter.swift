package import SchedulerCore

/// A writer of ``TraceFormat/changes``, which ``TraceReader`` reads back.
package enum TraceWriter {
  /// The first line, with its newline.
  package static let heading = TraceFormat.changes.columns.joined(separator: ",") + "\n"

  /// Returns the row of a new value, with its newline.
  package static func row(_ device: String, _ date: WallTime, _ change: ConditionChange) -> String {
    line(device, date, change.field.rawValue, change.value.recordText ?? "")
  }

  /// Returns the row of a new state of the machine, with its newline.
  package static func row(_ device: String, _ date: WallTime, _ machine: DeviceState) -> String {
    line(device, date, ChangesReader.machine, machine.rawValue)
  }

  /// Returns the rows of a device, without the heading. The last one says where the record ends.
  package static func rows(_ trace: DeviceTrace) -> String {
    var text = ""
    var machine = DeviceState.on
    for change in trace.changes {
      for value in change.conditions { text += row(trace.name, change.at, value) }
      if let state = change.machine {
        machine = state
        text += row(trace.name, change.at, state)
      }
    }
    if trace.changes.last.map({ $0.at < trace.end }) ?? true { text += row(trace.name, trace.end, machine) }
    return text
  }

  private static func line(_ device: String, _ date: WallTime, _ field: String, _ value: String) -> String {
    "\(quoted(device)),\(UnixSeconds.format(date)),\(field),\(quoted(value))\n"
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}
