import SchedulerCore

/// A reader of ``TraceFormat/upower``: date, charge in percent and state of a battery, with tabs between
/// them. UPower writes the state `unknown` when it starts: until the next row nobody knows what the machine
/// did.
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
    let fields = bytes.split(separator: 0x09, omittingEmptySubsequences: false)
    let row = try TraceRow(
      ([Array(Self.device.utf8)] + fields.map(Array.init)).joined(separator: [0x2C])[...], line: line,
      columns: ["device"] + Self.columns)
    let date = try row.date(1)
    let place = try builder.place(of: row, 0, start: date, end: date)
    guard let percent = Self.percent(row[2]) else {
      throw row.error(2, allowed: "0 to 100, with digits behind a point or without")
    }
    guard let source = Self.states[row[3]] else {
      throw row.error(3, allowed: Self.states.keys.sorted().joined(separator: ", "))
    }
    guard source != .unknown else {
      isUnknown = true
      return try builder.add(TraceChange(at: date, machine: .unknown), to: place, row, 1)
    }
    let machine: DeviceState? = isUnknown ? .on : nil
    isUnknown = false
    try builder.add(
      TraceChange(at: date, [.powerSource(source), .batteryPercent(percent)], machine: machine),
      to: place, row, 1)
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

extension Sequence where Element == [UInt8] {
  fileprivate func joined(separator: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, part) in enumerated() { bytes += (number > 0 ? separator : []) + part }
    return bytes
  }
}
