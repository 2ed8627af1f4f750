import CSystemd
import Glibc
import LinuxSystem

/// Makes D-Bus messages that were never sent, sealed like received ones. libsystemd checks malformed bytes
/// before this project's code sees a message, so every well-formed message is what is left to try.
enum BusMessageMaker {
  /// A bus without a peer, because every message belongs to a bus.
  nonisolated(unsafe) private static let bus: OpaquePointer? = {
    var ends: [CInt] = [-1, -1]
    var bus: OpaquePointer?
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0, sd_bus_new(&bus) >= 0,
      sd_bus_set_fd(bus, ends[0], ends[0]) >= 0, sd_bus_start(bus) >= 0
    else { return nil }
    return bus
  }()

  /// Returns a message with these arguments, or `nil` when they do not make one.
  static func message(_ arguments: (BusWriter) throws(BusError) -> Void) -> BusMessage? {
    var handle: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &handle, "/", "io.bgtaskd.Fuzz", "Fuzz") >= 0, let handle else {
      fatalError("no message can be made")
    }
    defer { sd_bus_message_unref(handle) }
    do throws(BusError) { try arguments(BusWriter(handle)) } catch { return nil }
    guard sd_bus_message_seal(handle, 1, 0) >= 0 else { return nil }
    return BusMessage(sharing: handle)
  }

  private static let names = [
    "LoadState", "ActiveState", "SubState", "Result", "ControlGroup", "Job", "MainPID", "ExecMainCode",
    "ExecMainStatus", "ExecMainStartTimestamp", "ExecMainExitTimestamp", "ExecMainStartTimestampMonotonic",
    "ConditionResult", "InhibitDelayMaxUSec", "PreparingForSleep", "PreparingForShutdown", "Id", "",
  ]
  private static let types = [
    "s", "u", "i", "t", "b", "(uo)", "as", "ay", "x", "d", "o", "y", "a{sv}", "v", "(ss)", "a(uo)",
  ]
  /// The most levels of variants. sd-bus takes 64; a variant in a variant costs two bytes of input.
  private static let nestingLimit = 8

  /// Writes an `a{sv}` that the input chooses, or another type in its place.
  static func properties(_ input: inout InputReader, _ writer: BusWriter) throws(BusError) {
    if input.choice(16) == 15 { return try value(&input, writer, types[input.choice(types.count)], 0) }
    try value(&input, writer, "a{sv}", 0)
  }

  private static func value(
    _ input: inout InputReader, _ writer: BusWriter, _ type: String, _ nesting: Int
  ) throws(BusError) {
    switch type {
    case "s": try writer.string(text(&input))
    case "u": try writer.uint32(UInt32(truncatingIfNeeded: input.number()))
    case "i": try writer.int32(Int32(truncatingIfNeeded: input.number()))
    case "t": try writer.uint64(input.number())
    case "b": try writer.bool(input.choice(2) == 1)
    case "x": try writer.int64(Int64(bitPattern: input.number()))
    case "d": try writer.double(Double(bitPattern: input.number()))
    case "y": try writer.byte(input.byte())
    case "o": try writer.objectPath(input.choice(2) == 0 ? "/" : "/org/freedesktop/systemd1/job/7")
    case "ay": try writer.bytes(input.bytes(input.choice(64)))
    case "as":
      var words: [String] = []
      for _ in 0..<input.choice(8) { words.append(text(&input)) }
      try writer.strings(words)
    case "v": try variant(&input, writer, nesting + 1)
    case "a{sv}":
      let count = input.choice(20)
      try writer.array(of: "{sv}") { (writer) throws(BusError) in
        for _ in 0..<count where !input.isAtEnd {
          try writer.entry("sv") { (writer) throws(BusError) in
            let known = input.choice(names.count + 1)
            try writer.string(known < names.count ? names[known] : text(&input))
            try variant(&input, writer, nesting + 1)
          }
        }
      }
    case "a(uo)":
      try writer.array(of: "(uo)") { (writer) throws(BusError) in
        try value(&input, writer, "(uo)", nesting + 1)
      }
    default:
      let members = type.dropFirst().dropLast()
      try writer.structure(String(members)) { (writer) throws(BusError) in
        for member in members { try value(&input, writer, String(member), nesting + 1) }
      }
    }
  }

  private static func variant(
    _ input: inout InputReader, _ writer: BusWriter, _ nesting: Int
  ) throws(BusError) {
    let type = nesting > nestingLimit ? "s" : types[input.choice(types.count)]
    try writer.variant(type) { (writer) throws(BusError) in try value(&input, writer, type, nesting) }
  }

  /// Returns text of any length up to more than is ever read, without the NUL that D-Bus does not know.
  private static func text(_ input: inout InputReader) -> String {
    let length = input.choice(80)
    if length == 79 { return String(repeating: "x", count: 70 * 1024) }
    return String(decoding: input.bytes(length).filter { $0 != 0 }, as: UTF8.self)
  }
}
