import SchedulerCore

/// A reader of ``TraceFormat/upower``: date, charge in percent and state of a battery, with tabs between them
/// and without quotation marks. UPower writes the state `unknown` when it starts: until the next row nobody
/// knows what the machine did.
struct UPowerReader: TraceFormatReader {
  /// The name of the device, which the file does not say.
  static let device = "battery"
  private static let columns = ["time", "charge", "state"]
  /// The states of `UpDeviceState`, as UPower spells them, and the source of power in each.
  private static let states: [String: PowerSource] = [
    "charging": .external, "fully-charged": .external, "pending-charge": .external,
    "discharging": .battery, "empty": .battery, "pending-discharge": .battery, "unknown": .unknown,
  ]

  private var builder = TraceBuilder()
  private var isUnknown = false

  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) {
    let row = try TraceRow(tabs: bytes, line: line, columns: Self.columns)
    let date = try row.date(0)
    guard let percent = Self.percent(row[1]) else {
      throw row.error(1, allowed: "0 to 100, with digits behind a point or without")
    }
    guard let source = Self.states[row[2]] else {
      throw row.error(2, allowed: Self.states.keys.sorted().joined(separator: ", "))
    }
    let place = builder.place(of: Self.device, start: date, end: date)
    guard source != .unknown else {
      isUnknown = true
      return try builder.add(TraceChange(at: date, machine: .unknown), to: place, row, 0)
    }
    let machine: DeviceState? = isUnknown ? .on : nil
    isUnknown = false
    try builder.add(
      TraceChange(at: date, [.powerSource(source), .batteryPercent(percent)], machine: machine),
      to: place, row, 0)
  }

  /// Returns the nearest whole percentage.
  private static func percent(_ text: String) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = ConditionText.percent(String(parts[0])) else { return nil }
    guard parts.count == 2 else { return whole }
    guard let first = parts[1].utf8.first, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return min(whole + (first >= 0x35 ? 1 : 0), 100)
  }

  func finish() -> [DeviceTrace] { builder.traces }
}
